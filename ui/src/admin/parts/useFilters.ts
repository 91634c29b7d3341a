import { useSearchParams } from "react-router-dom";

/** The filters of the address, and the address with some of them changed. Another filter begins at the newest row. */
export function useFilters() {
  const [filters, setFilters] = useSearchParams();
  const withChanges = (changes: Readonly<Record<string, string>>): string => {
    const changed = new URLSearchParams(filters);
    changed.delete("before");
    for (const [name, value] of Object.entries(changes)) {
      if (value === "") changed.delete(name);
      else changed.set(name, value);
    }
    return `?${changed}`;
  };
  const set = (name: string, value: string) => setFilters(withChanges({ [name]: value }), { replace: true });
  /** Some filters as the query of a request. */
  const pick = (...names: readonly string[]) =>
    Object.fromEntries([...filters].filter(([name, value]) => names.includes(name) && value !== ""));
  return { filters, withChanges, set, pick };
}
