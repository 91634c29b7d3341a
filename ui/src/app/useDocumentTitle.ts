import * as pages from "text:pages";
import { useSiteTexts } from "@shared/content";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/** Titles by address, as the build wrote them into each HTML file. */
const { "/news/:slug": _, "/c/:name": _c, "/clan/:name": _clan, "/no-page": _no, ...rest } = pages.titles;
const titles: Readonly<Record<string, (site: { name: string; game: string }) => string>> = rest;

/** Sets the document title of the route and tab; an article, a character and a clan set their own. */
export function useDocumentTitle(): void {
  const site = useSiteTexts();
  const { pathname, search } = useLocation();
  const section = `/${pathname.split("/")[1] ?? ""}`;
  const titleOf = titles[`${section}?tab=${new URLSearchParams(search).get("tab")}`] ?? titles[section];
  const title = titleOf?.(site);
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}
