import { useEffect, useState } from "react";
import { useIsHydrated } from "./api/firstFrame";

const MINUTE_MS = 60_000;

/** Returns the time, renewed at every full minute; null while the page must equal what the service rendered. */
export function useMinute(): Date | null {
  const isHydrated = useIsHydrated();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), MINUTE_MS - (now.getTime() % MINUTE_MS));
    return () => clearTimeout(timer);
  }, [now]);
  return isHydrated ? now : null;
}
