import * as pages from "text:pages";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/** Sets the document title of the route and tab, as the build wrote it into each HTML file. */
const titles: Readonly<Record<string, string>> = pages.titles;

export function useDocumentTitle(): void {
  const { pathname, search } = useLocation();
  const section = `/${pathname.split("/")[1] ?? ""}`;
  const title = titles[`${section}?tab=${new URLSearchParams(search).get("tab")}`] ?? titles[section];
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}
