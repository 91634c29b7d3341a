import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/** Another page begins at its content for the keyboard and for screen readers, too; the first one is left alone. */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
}
