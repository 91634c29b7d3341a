import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { keptDonation } from "./kept";
import { type Outcome, returnedBy, withoutReturn } from "./returned";

/** The donation to follow, and how its buyer came back, if he did; the address is cleared of it, without a step in the history. */
export function useReturned(): { outcome: Outcome | null; id: string | null } {
  const [query, setQuery] = useSearchParams();
  const [current, setCurrent] = useState(() => returnedBy(query) ?? { outcome: null, id: keptDonation() });
  useEffect(() => {
    const returned = returnedBy(query);
    if (!returned) return;
    setCurrent(returned);
    setQuery(withoutReturn(query), { replace: true, preventScrollReset: true });
  }, [query, setQuery]);
  return current;
}
