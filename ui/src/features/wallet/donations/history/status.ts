import type { IconName } from "@shared/components/Icon";
import type { Tone } from "@shared/components/StatusBadge";
import { formatNumber } from "@shared/format";
import type { Donation } from "../../queries";
import { formatPesos } from "../money";
import { describeMethod } from "./paymentMethods";
import type { Step } from "./Timeline";

export interface StatusLabel {
  label: string;
  tone: Tone;
  icon?: IconName;
}

export const isUnpaid = ({ status, paid_at }: Donation): boolean => status === "pending" && paid_at === null;

/** Returns label and tone of a donation's status. */
export function statusLabel({ status, paid_at, disputed, refunded_amount }: Donation): StatusLabel {
  switch (status) {
    case "completed":
      if (disputed) return { label: "In dispute", tone: "wait", icon: "alert" };
      return refunded_amount > 0 ? { label: "Partly refunded", tone: "back" } : { label: "Credited", tone: "good" };
    case "pending":
      return { label: paid_at ? "Paid" : "Pending", tone: "wait" };
    case "failed":
      return { label: "Failed", tone: "bad" };
    case "refunded":
      return { label: "Refunded", tone: "back" };
  }
}

/** Returns the timeline of a donation: payment, credit, dispute, refund. */
export function steps(donation: Donation): readonly Step[] {
  if (donation.status === "failed") return [FAILED];
  const isReturned = donation.status === "refunded" || donation.refunded_amount > 0;
  return [
    payment(donation),
    ...credit(donation),
    ...(donation.disputed ? [DISPUTED] : []),
    ...(isReturned ? [refund(donation)] : []),
  ];
}

function payment({ status, paid_at, payment_method }: Donation): Step {
  const method = describeMethod(payment_method);
  if (paid_at || status !== "pending") return { state: "done", name: "Paid", at: paid_at, note: method };
  return { state: "current", name: "Waiting for payment", note: "Cash can take up to 2 days." };
}

function credit({ status, paid_at, credited_at, coins_received, refunded_amount }: Donation): readonly Step[] {
  if (credited_at) {
    // After a partial refund the API reports only what is left, so the credited amount is unknown.
    const untouched = status === "completed" && refunded_amount === 0;
    const note = untouched ? `${coinsText(coins_received)} in your site balance` : "to your site balance";
    return [{ state: "done", name: "Credited", at: credited_at, note }];
  }
  if (status !== "pending") return [];
  return [{ state: paid_at ? "current" : "coming", name: "Credited", note: "Coins are added automatically." }];
}

const FAILED: Step = {
  state: "bad",
  name: "Not paid",
  note: "The payment failed. No coins were credited.",
};

const DISPUTED: Step = {
  state: "current",
  name: "In dispute",
  note: "Remaining coins are on hold until it's resolved.",
};

function refund({ status, refunded_at, refunded_amount, coins_received }: Donation): Step {
  const money = refunded_amount > 0 ? `${formatPesos(refunded_amount)} refunded` : "Payment refunded";
  return {
    state: "back",
    name: status === "refunded" ? "Refunded" : "Partly refunded",
    at: refunded_at,
    note: coins_received > 0 ? `${money}; ${coinsText(coins_received)} left` : `${money}, coins removed`,
  };
}

const coinsText = (coins: number) => `${formatNumber(coins)} coins`;
