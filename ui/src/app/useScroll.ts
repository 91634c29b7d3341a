import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Scroll position of each history entry. */
const positions = new Map<string, number>();

/** Scrolls a new page to its top and restores the position on Back. A change of tab or filter does not scroll. */
export function useScroll(): void {
  const { key, pathname, hash } = useLocation();
  const navigationType = useNavigationType();

  useEffect(() => {
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener("scroll", remember, { passive: true });
    return () => window.removeEventListener("scroll", remember);
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page scrolls, not another view of it
  useLayoutEffect(() => {
    if (navigationType === "POP") restore(positions.get(key));
    else if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [pathname]);
}

/** The page may still be growing when Back is pressed, so restoring is retried each frame for about a second. */
function restore(top: number | undefined, frames = 60): void {
  if (top === undefined || frames === 0) return;
  window.scrollTo(0, top);
  if (Math.abs(window.scrollY - top) > 1) requestAnimationFrame(() => restore(top, frames - 1));
}
