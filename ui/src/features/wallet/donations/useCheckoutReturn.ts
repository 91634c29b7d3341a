import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { type Outcome, parseCheckoutReturn, withoutReturnParameters } from "./checkoutReturn";
import { pendingDonation } from "./pendingDonation";

/** Returns the outcome and id of the provider's redirect, and removes its parameters without a history entry. */
export function useCheckoutReturn(): { outcome: Outcome | null; id: string | null } {
  const [query, setQuery] = useSearchParams();
  const [current, setCurrent] = useState(() => parseCheckoutReturn(query) ?? { outcome: null, id: pendingDonation() });
  useEffect(() => {
    const checkoutReturn = parseCheckoutReturn(query);
    if (!checkoutReturn) return;
    setCurrent(checkoutReturn);
    setQuery(withoutReturnParameters(query), { replace: true, preventScrollReset: true });
  }, [query, setQuery]);
  return current;
}
