import { refreshMoney } from "@shared/stores/refresh";
import { useEffect, useState } from "react";
import { mutate } from "swr";
import type { Donation } from "../queries";
import type { Outcome } from "./checkoutReturn";
import { clearPendingDonation } from "./pendingDonation";
import { pollDonation, type StatusUpdate } from "./pollDonation";

/** What is known of a donation: the last that the service said of it, and whether it has been asked in vain since. */
export interface DonationStatus {
  donation?: Donation;
  trouble?: Exclude<StatusUpdate, object>;
}

/** Follows a donation until it settles, and then brings up to date whatever shows money. */
export function useDonationStatus(id: string | null, outcome: Outcome | null): DonationStatus {
  const [donationStatus, setFollowed] = useState<DonationStatus>({});
  useEffect(() => {
    setFollowed({});
    if (id === null) return;
    // A payment may be refused and a second one taken: who comes back from a success hears of the first one at most.
    const settles = ({ status }: Donation) =>
      status === "completed" || status === "refunded" || (status === "failed" && outcome !== "success");
    return pollDonation(id, settles, (news) => {
      setFollowed((before) => (typeof news === "string" ? { ...before, trouble: news } : news));
      if (news === "unknown") clearPendingDonation(id);
      if (typeof news !== "string" && settles(news.donation)) {
        clearPendingDonation(id);
        void mutate("/api/player/donations");
        refreshMoney();
      }
    });
  }, [id, outcome]);
  return donationStatus;
}
