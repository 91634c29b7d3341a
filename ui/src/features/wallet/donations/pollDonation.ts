import { ApiError, get } from "@shared/api/client";
import type { Donation } from "../queries";

const FIRST_INTERVAL_MS = 2_000;
const LONGEST_INTERVAL_MS = 10_000;
const GROWTH = 1.5;
const POLL_LIMIT_MS = 5 * 60_000;

/** `unreached` may be followed by further updates; "unknown", "late" and a settled donation end the polling. */
export type StatusUpdate = { donation: Donation } | "unreached" | "unknown" | "late";

/**
 * Polls a donation until it is final, at growing intervals for five minutes at most, and only while the page is
 * visible. Returns a function that stops it.
 */
export function pollDonation(
  id: string,
  isFinal: (donation: Donation) => boolean,
  onUpdate: (update: StatusUpdate) => void,
): () => void {
  let interval = FIRST_INTERVAL_MS;
  let elapsedMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRequesting = false;
  let isStopped = false;

  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisibility);
  };
  const poll = async () => {
    if (isStopped || isRequesting || document.hidden) return;
    isRequesting = true;
    const update = await fetchDonation(id);
    isRequesting = false;
    if (isStopped) return;
    if (update === "unknown" || (update !== "unreached" && isFinal(update.donation))) stop();
    onUpdate(update);
    if (!isStopped) schedule();
  };
  const schedule = () => {
    if (elapsedMs >= POLL_LIMIT_MS) {
      stop();
      onUpdate("late");
      return;
    }
    timer = setTimeout(poll, interval);
    elapsedMs += interval;
    interval = Math.min(interval * GROWTH, LONGEST_INTERVAL_MS);
  };
  const onVisibility = () => {
    clearTimeout(timer);
    void poll();
  };

  document.addEventListener("visibilitychange", onVisibility);
  void poll();
  return stop;
}

async function fetchDonation(id: string): Promise<{ donation: Donation } | "unreached" | "unknown"> {
  try {
    return { donation: await get<Donation>(`/api/donations/${id}`) };
  } catch (error) {
    return error instanceof ApiError && error.status < 500 && error.status !== 429 ? "unknown" : "unreached";
  }
}
