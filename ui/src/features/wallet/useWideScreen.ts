import { useSyncExternalStore } from "react";

const wide = window.matchMedia("(width >= 1000px)");

function subscribe(onChange: () => void) {
  wide.addEventListener("change", onChange);
  return () => wide.removeEventListener("change", onChange);
}

/** Returns whether the screen is large, so that other screens need not load what they hide. */
export const useWideScreen = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
