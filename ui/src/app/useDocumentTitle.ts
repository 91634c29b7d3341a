import * as pages from "text:pages";
import { useSiteTexts } from "@shared/content";
import { useHasPage } from "@shared/extras";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/** Titles by address, as the build wrote them into each HTML file. */
const titles: Readonly<Record<string, (site: { name: string; game: string }) => string>> = pages.titles;

/** Sets the document title of the route and tab; a page of a single subject sets its own, and one that is absent has it. */
export function useDocumentTitle(): void {
  const site = useSiteTexts();
  const { pathname, search } = useLocation();
  const hasPage = useHasPage();
  const section = `/${pathname.split("/")[1] ?? ""}`;
  const titleOf = titles[`${section}?tab=${new URLSearchParams(search).get("tab")}`] ?? titles[section];
  const title = hasPage(pathname) && titleOf?.(site);
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}
