import { formatNumber } from "@shared/format";
import type { Donation } from "../queries";
import { formatPesos } from "./money";
import type { DonationStatus } from "./useDonationStatus";

/** Describes the known state of a donation in one or two sentences. */
export function describeDonation(id: string | null, { donation, problem }: DonationStatus, coinName: string): string {
  if (id === null) return "We could not identify this donation. See its status in the list below.";
  if (problem === "unknown") return "Donation not found.";
  if (problem === "late") return `${statusMessage(donation, coinName)} ${STILL_CHECKING}`;
  if (problem === "unreached") return "Can't check the status right now. Retrying…";
  return donation ? statusMessage(donation, coinName) : "Checking your payment…";
}

const STILL_CHECKING = "We keep checking; you can leave this page. Coins arrive once the payment is confirmed.";

function statusMessage(donation: Donation | undefined, coinName: string): string {
  if (!donation) return "No status yet.";
  const price = formatPesos(donation.amount);
  switch (donation.status) {
    case "completed":
      return withDispute(creditedMessage(donation, coinName), donation);
    case "pending":
      return donation.paid_at
        ? `Your payment of ${price} has arrived. Coins are not credited yet.`
        : `Your payment of ${price} is not confirmed yet. Coins follow once it is.`;
    case "failed":
      return `Your payment of ${price} failed. No coins were credited.`;
    case "refunded":
      return withDispute(`Your payment of ${price} was refunded and its coins removed.`, donation);
  }
}

function creditedMessage({ amount, coins_received, refunded_amount }: Donation, coinName: string): string {
  const coins = `${formatNumber(coins_received)} ${coinName}`;
  return refunded_amount > 0
    ? `${formatPesos(refunded_amount)} of ${formatPesos(amount)} was refunded; ${coins} remain in your account.`
    : `${coins} added to your account.`;
}

const withDispute = (sentence: string, { disputed }: Donation) =>
  disputed ? `${sentence} The payment is in dispute: remaining coins are on hold.` : sentence;
