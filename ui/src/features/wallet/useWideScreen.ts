import { useSyncExternalStore } from "react";

const wide = window.matchMedia("(width >= 1000px)");

function subscribe(changed: () => void) {
  wide.addEventListener("change", changed);
  return () => wide.removeEventListener("change", changed);
}

/** Returns whether the screen is large, so that other screens need not load what they hide. */
export const useWideScreen = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
