import { get } from "@shared/api/client";
import { address } from "@shared/api/useGet";
import { useRef, useState } from "react";
import { type ChainDay, closedDays, type Days, findBrokenLink, findMismatch } from "./chain";

export type Verification =
  | { state: "idle" }
  | { state: "running"; doneDays: number; totalDays: number }
  | { state: "verified"; total: number }
  /** `at`: the first minute that does not match, in seconds. */
  | { state: "broken"; day: string; at: number | null }
  | { state: "failed" };

/** Reads each closed day and computes its hashes, when asked to. */
export function useVerification(days: Days) {
  const [verification, setVerification] = useState<Verification>({ state: "idle" });
  const run = useRef(0);

  const start = async () => {
    run.current += 1;
    const runId = run.current;
    const closed = closedDays(days);
    const show = (next: Verification) => runId === run.current && setVerification(next);
    const brokenLink = findBrokenLink(closed);
    if (brokenLink) return show({ state: "broken", day: brokenLink.day, at: null });
    try {
      for (const [doneDays, { day, first, head }] of closed.entries()) {
        if (runId !== run.current) return;
        show({ state: "running", doneDays, totalDays: closed.length });
        const chain = await get<ChainDay>(address("/api/status/chain", { day }));
        const at = await findMismatch({ ...chain, first, head });
        if (at !== null) return show({ state: "broken", day, at });
      }
      show({ state: "verified", total: closed.length });
    } catch {
      show({ state: "failed" });
    }
  };

  const stop = () => {
    run.current += 1;
    setVerification({ state: "idle" });
  };
  return { verification, start, stop };
}
