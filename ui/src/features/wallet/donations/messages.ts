import * as text from "text:donations";
import { formatNumber } from "@shared/format";
import { donationPrice } from "@shared/money";
import type { Donation } from "../queries";
import type { DonationStatus } from "./useDonationStatus";

/** Describes the known state of a donation in one or two sentences. */
export function describeDonation(id: string | null, { donation, problem }: DonationStatus, coinName: string): string {
  if (id === null) return text.notIdentified;
  if (problem === "unknown") return text.notFound;
  if (problem === "late") return `${statusMessage(donation, coinName)} ${text.stillChecking}`;
  if (problem === "unreached") return text.unreached;
  return donation ? statusMessage(donation, coinName) : text.checking;
}

function statusMessage(donation: Donation | undefined, coinName: string): string {
  if (!donation) return text.noStatus;
  const amount = donationPrice(donation);
  switch (donation.status) {
    case "completed":
      return withDispute(creditedMessage(donation, coinName), donation);
    case "pending":
      return donation.paid_at ? text.arrivedNotCredited({ amount }) : text.notConfirmed({ amount });
    case "failed":
      if (donation.failure === "cancelled") return text.paymentCancelled({ amount });
      return donation.failure === "expired" ? text.paymentExpired({ amount }) : text.paymentFailed({ amount });
    case "refunded":
      return withDispute(text.paymentRefunded({ amount }), donation);
  }
}

function creditedMessage(donation: Donation, coinName: string): string {
  const coins = formatNumber(donation.coins_received);
  return donation.refunded_minor > 0
    ? text.partlyRefunded({
        refunded: donationPrice(donation, donation.refunded_minor),
        amount: donationPrice(donation),
        coins,
        coinName,
      })
    : text.added({ coins, coinName });
}

const withDispute = (sentence: string, { disputed }: Donation) =>
  disputed ? `${sentence} ${text.disputeHold}` : sentence;
