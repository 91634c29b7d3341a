import { useSiteTexts } from "@shared/content";
import { useHasPage } from "@shared/extras";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/**
 * Sets the document title of the route and tab; a page of a single subject sets its own, and one that is absent has it. The
 * titles are loaded when the address changes: the document has the first one.
 */
export function useDocumentTitle(): void {
  const site = useSiteTexts();
  const { pathname, search } = useLocation();
  const hasPage = useHasPage()(pathname);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current || !hasPage) {
      isFirst.current = false;
      return;
    }
    let isCurrent = true;
    const section = `/${pathname.split("/")[1] ?? ""}`;
    const use = ({ default: titles }: typeof import("./titles")) => {
      const titleOf = titles[`${section}?tab=${new URLSearchParams(search).get("tab")}`] ?? titles[section];
      if (titleOf && isCurrent) document.title = titleOf(site);
    };
    import("./titles").then(use, () => {});
    return () => {
      isCurrent = false;
    };
  }, [hasPage, pathname, search, site]);
}
