import * as text from "text:admin";
import * as shared from "text:shared";
import { LinkButton } from "@shared/components/Button";
import { small } from "./density.module.css";
import { useFilters } from "./useFilters";

/** Links to older rows and back to the newest; null without either. */
export function usePages(next: number | string | null | undefined) {
  const { filters, withChanges } = useFilters();
  if (!filters.has("before") && next == null) return null;
  return (
    <>
      {filters.has("before") && (
        <LinkButton className={small} to={withChanges({})}>
          {text.newest}
        </LinkButton>
      )}
      {next != null && (
        <LinkButton className={small} to={withChanges({ before: String(next) })}>
          {shared.older}
        </LinkButton>
      )}
    </>
  );
}
