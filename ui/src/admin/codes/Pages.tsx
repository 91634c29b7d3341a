import * as text from "text:adminCodes";
import { Link } from "react-router-dom";
import { useFilters } from "../money/useFilters";

/** Links to older rows and back to the newest. */
export function Pages({ next }: { next: number | null | undefined }) {
  const { filters, withChanges } = useFilters();
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
