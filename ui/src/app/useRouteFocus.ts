import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/** Moves the focus to the content after navigation to another page, but not on the first load. */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const previousPath = useRef(pathname);
  useEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
}
