import { useSearchParams } from "react-router-dom";

/** The filters of the address, and the address with some of them changed. Another filter begins at the newest row. */
export function useFilters() {
  const [filters, setFilters] = useSearchParams();
  const withChanges = (changes: Readonly<Record<string, string>>): string => {
    const parameters = new URLSearchParams(filters);
    parameters.delete("before");
    for (const [name, value] of Object.entries(changes)) {
      if (value === "") parameters.delete(name);
      else parameters.set(name, value);
    }
    return `?${parameters}`;
  };
  const set = (name: string, value: string) => setFilters(withChanges({ [name]: value }), { replace: true });
  /** Some filters as the query of a request. */
  const pick = (...names: readonly string[]) =>
    Object.fromEntries([...filters].filter(([name, value]) => names.includes(name) && value !== ""));
  return { filters, withChanges, set, pick };
}
