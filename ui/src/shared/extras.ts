import extrasOfPages from "page-extras";
import type { To } from "react-router-dom";
import { useInlineContent } from "./content";

/** What the site can stand without; the service says which are on. */
export type Extra =
  | "character_pages"
  | "clans"
  | "codes"
  | "competitions"
  | "history"
  | "notifications"
  | "population"
  | "push"
  | "search"
  | "week_review"
  | "world";

const SECTION = /^\/\w*/;

/** The extra that the page of an address belongs to, if any. */
function extraOf(to: To): Extra | undefined {
  const { pathname = "", search = "" } = typeof to === "string" ? { pathname: to } : to;
  const section = SECTION.exec(pathname)?.[0] ?? "";
  return extrasOfPages[section] ?? extrasOfPages[section + search];
}

/** Returns whether the page of an address exists while these extras are on. */
export function hasPage(extras: readonly string[], to: To): boolean {
  const extra = extraOf(to);
  return !extra || extras.includes(extra);
}

export const useExtra = (name: Extra): boolean => useInlineContent().extras.includes(name);

/** Returns a function that tells whether the page of an address exists. */
export function useHasPage(): (to: To) => boolean {
  const { extras } = useInlineContent();
  return (to) => hasPage(extras, to);
}
