import { useSyncExternalStore } from "react";

const wide = window.matchMedia("(width >= 1000px)");

function subscribe(changed: () => void) {
  wide.addEventListener("change", changed);
  return () => wide.removeEventListener("change", changed);
}

/** Whether the screen is large: what only large screens show need not be asked for on others. */
export const useWideScreen = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
