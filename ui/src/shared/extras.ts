import type { To } from "react-router-dom";
import { type PageExtras, useInlineContent } from "./content";

/** What the site can stand without, as far as a page shows a part of it. */
type Extra = "character_pages" | "codes" | "history" | "notifications" | "push" | "search" | "world";

/** Returns whether the page of an address exists: it may belong to an extra that is off. */
export function hasPage({ absent_pages }: PageExtras, to: To): boolean {
  const { pathname = "", search = "" } = typeof to === "string" ? { pathname: to } : to;
  const section = `/${pathname.split("/")[1]}`;
  return !absent_pages.includes(section) && !absent_pages.includes(section + search);
}

export function useHasPage(): (to: To) => boolean {
  const { extras } = useInlineContent();
  return (to) => hasPage(extras, to);
}

/** Returns whether an extra is on. */
export const useExtra = (name: Extra): boolean => useInlineContent().extras.on.includes(name);
