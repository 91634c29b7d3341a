import { useRefresh } from "@shared/stores/refresh";
import { useEffect, useState } from "react";
import { mutate } from "swr";
import { follow, type News } from "./follow";
import { forgetDonation } from "./kept";
import type { Donation } from "./reads";
import type { Outcome } from "./returned";

/** What is known of a donation: the last that the service said of it, and whether it has been asked in vain since. */
export interface Followed {
  donation?: Donation;
  trouble?: Exclude<News, object>;
}

/** Follows a donation until it settles, and then brings up to date whatever shows money. */
export function useFollowed(id: string | null, outcome: Outcome | null): Followed {
  const [followed, setFollowed] = useState<Followed>({});
  useEffect(() => {
    setFollowed({});
    if (id === null) return;
    // A payment may be refused and a second one taken: who comes back from a success hears of the first one at most.
    const settles = ({ status }: Donation) =>
      status === "completed" || status === "refunded" || (status === "failed" && outcome !== "success");
    return follow(id, settles, (news) => {
      setFollowed((before) => (typeof news === "string" ? { ...before, trouble: news } : news));
      if (news === "unknown") forgetDonation(id);
      if (typeof news !== "string" && settles(news.donation)) {
        forgetDonation(id);
        refreshMoney();
      }
    });
  }, [id, outcome]);
  return followed;
}

function refreshMoney() {
  void mutate("/api/player/donations");
  void mutate("/api/player/coins");
  useRefresh.getState().trigger("wallet");
}
