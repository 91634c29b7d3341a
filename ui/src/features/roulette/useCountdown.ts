import { get } from "@shared/api/client";
import { useEffect, useState } from "react";
import { mutate } from "swr";
import { COOLDOWN, type Cooldown } from "./queries";

const TICK_MS = 1000;
const RETRY_MS = 3000;

/** Returns the remaining seconds. At zero the cooldown is fetched again, and retried until that succeeds. */
export function useCountdown(cooldown: Cooldown | undefined): number {
  const [remaining, setRemaining] = useState(0);
  const seconds = cooldown?.reason === "cooldown" ? cooldown.cooldown_remaining : 0;
  // Each response restarts the countdown, also one equal to the previous.
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each response and each retry restart the countdown
  useEffect(() => {
    setRemaining(seconds);
    if (seconds === 0) return;
    const endMs = Date.now() + seconds * 1000;
    let retryTimer = 0;
    let active = true;
    const refetch = async () => {
      try {
        await mutate(COOLDOWN, await get<Cooldown>(COOLDOWN), { revalidate: false });
        if (active) setAttempt((previous) => previous + 1);
      } catch {
        if (active) retryTimer = window.setTimeout(refetch, RETRY_MS);
      }
    };
    const ticker = window.setInterval(() => {
      const value = Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
      setRemaining(value);
      if (value > 0) return;
      window.clearInterval(ticker);
      void refetch();
    }, TICK_MS);
    return () => {
      active = false;
      window.clearInterval(ticker);
      window.clearTimeout(retryTimer);
    };
  }, [cooldown, seconds, attempt]);

  return remaining;
}
