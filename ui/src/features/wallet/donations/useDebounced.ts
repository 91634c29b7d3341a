import { useEffect, useState } from "react";

/** Returns `value` after it has been unchanged for `ms` milliseconds. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settledValue, setSettledValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settledValue;
}
