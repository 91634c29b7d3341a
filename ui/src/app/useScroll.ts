import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Where the reader stood on each entry of the history. */
const positions = new Map<string, number>();

/** A new page starts at its top, Back returns to where one stood; a change of tab or filter moves nothing. */
export function useScroll(): void {
  const { key, pathname, hash } = useLocation();
  const arrived = useNavigationType();

  useEffect(() => {
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener("scroll", remember, { passive: true });
    return () => window.removeEventListener("scroll", remember);
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page scrolls, not another view of it
  useLayoutEffect(() => {
    if (arrived === "POP") restore(positions.get(key));
    else if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [pathname]);
}

/** The page may still be growing when Back is pressed: it is tried until it is tall enough, for a second at most. */
function restore(top: number | undefined, frames = 60): void {
  if (top === undefined || frames === 0) return;
  window.scrollTo(0, top);
  if (Math.abs(window.scrollY - top) > 1) requestAnimationFrame(() => restore(top, frames - 1));
}
