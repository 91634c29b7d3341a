import { refreshMoney } from "@shared/stores/refresh";
import { useEffect, useState } from "react";
import { mutate } from "swr";
import type { Donation } from "../queries";
import type { Outcome } from "./checkoutReturn";
import { clearPendingDonation } from "./pendingDonation";
import { pollDonation, type StatusUpdate } from "./pollDonation";

/** Last known state of a donation, and the problem of the last request, if any. */
export interface DonationStatus {
  donation?: Donation;
  problem?: Exclude<StatusUpdate, object>;
}

/** Polls a donation until it is final, then reloads what shows money. */
export function useDonationStatus(id: string | null, outcome: Outcome | null): DonationStatus {
  const [current, setCurrent] = useState<DonationStatus>({});
  useEffect(() => {
    setCurrent({});
    if (id === null) return;
    // A rejected payment may be followed by an accepted one, so after "success" a failed donation is not final.
    const isFinal = ({ status }: Donation) =>
      status === "completed" || status === "refunded" || (status === "failed" && outcome !== "success");
    return pollDonation(id, isFinal, (update) => {
      setCurrent((previous) => (typeof update === "string" ? { ...previous, problem: update } : update));
      if (update === "unknown") clearPendingDonation(id);
      if (typeof update !== "string" && isFinal(update.donation)) {
        clearPendingDonation(id);
        void mutate("/api/player/donations");
        refreshMoney();
      }
    });
  }, [id, outcome]);
  return current;
}
