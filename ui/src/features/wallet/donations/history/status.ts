import * as text from "text:donations";
import * as shared from "text:shared";
import type { Step } from "@shared/components/Timeline";
import { donationPrice } from "@shared/money";
import { takesCash } from "@shared/paymentProviders";
import type { Donation } from "../../queries";
import { describeMethod } from "./paymentMethods";

/** Returns the timeline of a donation: payment, credit, dispute, refund. */
export function steps(donation: Donation): readonly Step[] {
  if (donation.status === "failed") return [FAILURES[donation.failure ?? "refused"]];
  const isReturned = donation.status === "refunded" || donation.refunded_amount > 0;
  return [
    payment(donation),
    ...credit(donation),
    ...(donation.disputed ? [DISPUTE_STEP] : []),
    ...(isReturned ? [refund(donation)] : []),
  ];
}

function payment({ status, paid_at, payment_method, provider }: Donation): Step {
  const method = describeMethod(payment_method);
  if (paid_at || status !== "pending") return { state: "done", name: text.statuses.paid, at: paid_at, note: method };
  return { state: "current", name: text.waiting, note: takesCash(provider) ? text.cashNote : null };
}

function credit({ status, paid_at, credited_at, coins_received, refunded_amount }: Donation): readonly Step[] {
  if (credited_at) {
    // After a partial refund the API reports only what is left, so the credited amount is unknown.
    const isWhole = status === "completed" && refunded_amount === 0;
    const note = isWhole ? text.creditedNote({ count: coins_received }) : text.toBalance;
    return [{ state: "done", name: shared.credited, at: credited_at, note }];
  }
  if (status !== "pending") return [];
  return [{ state: paid_at ? "current" : "coming", name: shared.credited, note: text.automatic }];
}

const NOT_PAID = { state: "bad", name: text.statuses.notPaid } as const;

const FAILURES: Readonly<Record<NonNullable<Donation["failure"]>, Step>> = {
  cancelled: { state: "back", name: text.statuses.cancelledByYou, note: text.cancelledNote },
  expired: { ...NOT_PAID, note: text.expiredNote },
  refused: { ...NOT_PAID, note: text.failedNote },
  unopened: { ...NOT_PAID, note: text.unopenedNote },
};

const DISPUTE_STEP: Step = {
  state: "current",
  name: text.statuses.disputed,
  note: text.disputedNote,
};

function refund(donation: Donation): Step {
  const { status, refunded_at, refunded_minor, coins_received } = donation;
  const amount = donationPrice(donation, refunded_minor);
  const money = refunded_minor > 0 ? text.moneyRefunded({ amount }) : text.paymentBack;
  return {
    state: "back",
    name: status === "refunded" ? shared.refunded : text.statuses.partlyRefunded,
    at: refunded_at,
    note: coins_received > 0 ? text.coinsLeft({ money, count: coins_received }) : text.coinsRemoved({ money }),
  };
}
