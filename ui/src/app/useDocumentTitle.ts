import pages from "@shared/pages.json";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/** Sets the document title of the route, as the build wrote it into each HTML file. */
export function useDocumentTitle(): void {
  const { pathname } = useLocation();
  const section = `/${pathname.split("/")[1] ?? ""}`;
  const title = pages.find(({ path }) => path === section)?.title;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}
