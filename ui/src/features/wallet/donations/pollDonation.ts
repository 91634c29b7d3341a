import { ApiError, get } from "@shared/api/client";
import type { Donation } from "../queries";

const SOONEST_MS = 2_000;
const LATEST_MS = 10_000;
const GROWTH = 1.5;
const PATIENCE_MS = 5 * 60_000;

/** `unreached` may be followed by further updates; "unknown", "late" and a settled donation end the polling. */
export type StatusUpdate = { donation: Donation } | "unreached" | "unknown" | "late";

/**
 * Polls a donation until it settles, at growing intervals for five minutes at most, and only while the page is
 * visible. Returns a function that stops it.
 */
export function pollDonation(
  id: string,
  settles: (donation: Donation) => boolean,
  tell: (news: StatusUpdate) => void,
): () => void {
  let wait = SOONEST_MS;
  let waited = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let over = false;

  const end = () => {
    over = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisibility);
  };
  const ask = async () => {
    if (over || asking || document.hidden) return;
    asking = true;
    const news = await read(id);
    asking = false;
    if (over) return;
    if (news === "unknown" || (news !== "unreached" && settles(news.donation))) end();
    tell(news);
    if (!over) later();
  };
  const later = () => {
    if (waited >= PATIENCE_MS) {
      end();
      tell("late");
      return;
    }
    timer = setTimeout(ask, wait);
    waited += wait;
    wait = Math.min(wait * GROWTH, LATEST_MS);
  };
  const onVisibility = () => {
    clearTimeout(timer);
    void ask();
  };

  document.addEventListener("visibilitychange", onVisibility);
  void ask();
  return end;
}

async function read(id: string): Promise<{ donation: Donation } | "unreached" | "unknown"> {
  try {
    return { donation: await get<Donation>(`/api/donations/${id}`) };
  } catch (error) {
    return error instanceof ApiError && error.status < 500 && error.status !== 429 ? "unknown" : "unreached";
  }
}
