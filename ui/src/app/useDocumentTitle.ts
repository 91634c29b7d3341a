import { useSiteTexts } from "@shared/content";
import { useHasPage } from "@shared/extras";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/**
 * Sets the document title of the route and tab after navigation; the first one is in the HTML. A page of a single subject
 * sets its own, and one that is absent has it.
 */
export function useDocumentTitle(): void {
  const site = useSiteTexts();
  const { pathname, search } = useLocation();
  const hasPage = useHasPage()(pathname);
  const section = `/${pathname.split("/")[1] ?? ""}`;
  const address = `${section}?tab=${new URLSearchParams(search).get("tab")}`;
  const firstAddress = useRef<string | null>(address);
  useEffect(() => {
    if (firstAddress.current === address) return;
    firstAddress.current = null;
    if (!hasPage) return;
    let isCurrent = true;
    const setTitle = async () => {
      const { titles } = await import("./documentTitles");
      const title = (titles[address] ?? titles[section])?.(site);
      if (isCurrent && title) document.title = title;
    };
    setTitle().catch(() => undefined); // without a network the page that stays has its title
    return () => {
      isCurrent = false;
    };
  }, [address, section, hasPage, site]);
}
