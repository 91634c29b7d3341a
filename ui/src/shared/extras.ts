import routes from "pages:paths";
import { parsePath, type To } from "react-router-dom";
import { type PageExtras, useInlineContent } from "./content";

const sectionOf = (pathname: string) => `/${pathname.split("/")[1] ?? ""}`;
const SECTIONS = Object.values(routes).flat().map(sectionOf);

/** Returns whether an address belongs to an extra that is off. */
export function isAbsent({ absent_pages }: PageExtras, pathname: string, search = ""): boolean {
  const section = sectionOf(pathname);
  return absent_pages.includes(section) || absent_pages.includes(section + search);
}

/** Returns a function that tells whether the page of an address exists: it may not be built, or belong to an extra that is off. */
export function useHasPage(): (to: To) => boolean {
  const { extras } = useInlineContent();
  return (to) => {
    const { pathname = "", search = "" } = typeof to === "string" ? parsePath(to) : to;
    return SECTIONS.includes(sectionOf(pathname)) && !isAbsent(extras, pathname, search);
  };
}

/** Returns whether an extra is on. Only extras ask: core offers lists of panels. */
export const useExtra = (name: string): boolean => useInlineContent().extras.on.includes(name);
