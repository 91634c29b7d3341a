import { get } from "@shared/api/client";
import { useEffect, useState } from "react";
import { mutate } from "swr";
import { COOLDOWN, type Cooldown } from "./queries";

const TICK_MS = 1000;
const AGAIN_MS = 3000;

/** Returns the remaining seconds. At zero the cooldown is fetched again, and retried until that succeeds. */
export function useCountdown(standing: Cooldown | undefined): number {
  const [left, setLeft] = useState(0);
  const waits = standing?.reason === "cooldown" ? standing.cooldown_remaining : 0;
  // Each response restarts the countdown, also one equal to the previous.
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer and a round begin anew, whatever they say
  useEffect(() => {
    setLeft(waits);
    if (waits === 0) return;
    const until = Date.now() + waits * 1000;
    let later = 0;
    let here = true;
    const askAgain = async () => {
      try {
        await mutate(COOLDOWN, await get<Cooldown>(COOLDOWN), { revalidate: false });
        if (here) setRound((before) => before + 1);
      } catch {
        if (here) later = window.setTimeout(askAgain, AGAIN_MS);
      }
    };
    const ticking = window.setInterval(() => {
      const rest = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(rest);
      if (rest > 0) return;
      window.clearInterval(ticking);
      void askAgain();
    }, TICK_MS);
    return () => {
      here = false;
      window.clearInterval(ticking);
      window.clearTimeout(later);
    };
  }, [standing, waits, round]);

  return left;
}

/** "0m 24s" */
export const formatWait = (seconds: number): string => `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
