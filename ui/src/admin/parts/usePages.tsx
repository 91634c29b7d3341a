import * as text from "text:admin";
import { Link } from "react-router-dom";
import { useFilters } from "./useFilters";

/** Links to older rows and back to the newest; null without either. */
export function usePages(next: number | string | null | undefined) {
  const { filters, withChanges } = useFilters();
  if (!filters.has("before") && next == null) return null;
  return (
    <>
      {filters.has("before") && (
        <Link className="btn small" to={withChanges({})} preventScrollReset>
          {text.newest}
        </Link>
      )}
      {next != null && (
        <Link className="btn small" to={withChanges({ before: String(next) })} preventScrollReset>
          {text.older}
        </Link>
      )}
    </>
  );
}
