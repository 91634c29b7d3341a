import { useEffect, useState } from "react";

export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;

/** The time, at each full period of the clock. */
export function useNow(periodAt: (now: Date) => number): Date {
  const [now, setNow] = useState(() => new Date());
  const period = periodAt(now);
  useEffect(() => {
    const timer = window.setTimeout(() => setNow(new Date()), period - (now.getTime() % period));
    return () => window.clearTimeout(timer);
  }, [now, period]);
  return now;
}
