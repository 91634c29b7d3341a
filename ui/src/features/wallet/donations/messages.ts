import { formatNumber } from "@shared/format";
import type { Donation } from "../queries";
import { formatPesos } from "./money";
import type { DonationStatus } from "./useDonationStatus";

/** Describes the known state of a donation in one or two sentences. */
export function describe(id: string | null, { donation, trouble }: DonationStatus, coinName: string): string {
  if (id === null)
    return "Which donation this was cannot be told from here. All that is known of yours is listed below.";
  if (trouble === "unknown") return "The service knows of no such donation on this account.";
  if (trouble === "late") return `${standing(donation, coinName)} ${LATE}`;
  if (trouble === "unreached") return "The service cannot be asked at the moment. This page goes on trying.";
  return donation ? standing(donation, coinName) : "Asking the service how it stands…";
}

const LATE =
  "Checking goes on in the background: you can leave this page, and the coins come by themselves once the payment is confirmed.";

function standing(donation: Donation | undefined, coinName: string): string {
  if (!donation) return "The service has not been reached yet.";
  const price = formatPesos(donation.amount);
  switch (donation.status) {
    case "completed":
      return told(credited(donation, coinName), donation);
    case "pending":
      return donation.paid_at
        ? `Your payment of ${price} has arrived. Its coins have not been credited yet.`
        : `The payment of ${price} has not been confirmed yet. The coins are credited once it is.`;
    case "failed":
      return `The payment of ${price} did not go through, and no coins were credited.`;
    case "refunded":
      return told(`The payment of ${price} was returned, and its coins were taken back.`, donation);
  }
}

function credited({ amount, coins_received, refunded_amount }: Donation, coinName: string): string {
  const coins = `${formatNumber(coins_received)} ${coinName}`;
  return refunded_amount > 0
    ? `${formatPesos(refunded_amount)} of ${formatPesos(amount)} was refunded; ${coins} remain credited to your account.`
    : `${coins} have been credited to your account.`;
}

const told = (sentence: string, { disputed }: Donation) =>
  disputed ? `${sentence} The payment is contested: what is left of its coins is frozen.` : sentence;
