import type { IconName } from "@shared/components/Icon";
import type { Tone } from "@shared/components/StatusBadge";
import { formatNumber } from "@shared/format";
import type { Donation } from "../../queries";
import { formatPesos } from "../money";
import { describeMethod } from "./paymentMethods";
import type { Step } from "./Timeline";

export interface StatusLabel {
  word: string;
  tone: Tone;
  icon?: IconName;
}

/** Returns label and tone of a donation's status. */
export function standing({ status, paid_at, disputed, refunded_amount }: Donation): StatusLabel {
  switch (status) {
    case "completed":
      if (disputed) return { word: "Contested", tone: "wait", icon: "alert" };
      return refunded_amount > 0 ? { word: "Partly refunded", tone: "back" } : { word: "Credited", tone: "good" };
    case "pending":
      return { word: paid_at ? "Paid" : "Pending", tone: "wait" };
    case "failed":
      return { word: "Failed", tone: "bad" };
    case "refunded":
      return { word: "Refunded", tone: "back" };
  }
}

/** Returns the timeline of a donation: payment, credit, dispute, refund. */
export function steps(donation: Donation): readonly Step[] {
  if (donation.status === "failed") return [FAILED];
  const isReturned = donation.status === "refunded" || donation.refunded_amount > 0;
  return [
    payment(donation),
    ...credit(donation),
    ...(donation.disputed ? [CONTESTED] : []),
    ...(isReturned ? [refund(donation)] : []),
  ];
}

function payment({ status, paid_at, payment_method }: Donation): Step {
  const method = describeMethod(payment_method);
  if (paid_at || status !== "pending") return { state: "done", name: "Paid", at: paid_at, note: method };
  return { state: "now", name: "Paid", note: "Not confirmed yet. With cash it can take two days." };
}

function credit({ status, paid_at, credited_at, coins_received, refunded_amount }: Donation): readonly Step[] {
  if (credited_at) {
    // After a partial refund the API reports only what is left, so the credited amount is unknown.
    const untouched = status === "completed" && refunded_amount === 0;
    const note = untouched ? `${counted(coins_received)} on the web` : "to your web balance";
    return [{ state: "done", name: "Credited", at: credited_at, note }];
  }
  if (status !== "pending") return [];
  return [{ state: paid_at ? "now" : "ahead", name: "Credited", note: "The coins come by themselves." }];
}

const FAILED: Step = {
  state: "bad",
  name: "Not paid",
  note: "The payment did not go through. No coins were credited.",
};

const CONTESTED: Step = {
  state: "now",
  name: "Contested",
  note: "The payment is disputed with its provider. What is left of its coins is held until that is settled.",
};

function refund({ status, refunded_at, refunded_amount, coins_received }: Donation): Step {
  const money = refunded_amount > 0 ? `${formatPesos(refunded_amount)} went back` : "The payment was taken back";
  return {
    state: "back",
    name: status === "refunded" ? "Refunded" : "Partly refunded",
    at: refunded_at,
    note: coins_received > 0 ? `${money}; ${counted(coins_received)} are left` : `${money}, and so did the coins`,
  };
}

const counted = (coins: number) => `${formatNumber(coins)} coins`;
