import { useEffect, useEffectEvent } from "react";

/** Open dialogs, the topmost last. They share one history entry, which Back removes. */
const open: (() => void)[] = [];
let removal: number | undefined;

const hasEntry = (): boolean => history.state?.dialog === true;

// The copied state belongs to the router: with the same key, the router sees no other location.
const pushEntry = () => history.pushState({ ...history.state, dialog: true }, "");

function onPop(event: PopStateEvent): void {
  const close = open.at(-1);
  if (!close || hasEntry()) return;
  event.stopImmediatePropagation();
  if (open.length > 1) pushEntry();
  close();
}

/** Removes the entry of closed dialogs, unless another dialog or page follows at once. */
function removeEntry(): void {
  if (open.length > 0 || !hasEntry()) return;
  const ignore = (event: PopStateEvent) => event.stopImmediatePropagation();
  window.addEventListener("popstate", ignore, { capture: true, once: true });
  history.back();
}

/** Closes a dialog on Back while it is mounted, instead of leaving the page. */
export function useBackCloses(close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    const entry = () => onBack();
    if (open.push(entry) === 1) window.addEventListener("popstate", onPop, { capture: true });
    window.clearTimeout(removal);
    if (!hasEntry()) pushEntry();
    return () => {
      open.splice(open.indexOf(entry), 1);
      if (open.length === 0) window.removeEventListener("popstate", onPop, { capture: true });
      removal = window.setTimeout(removeEntry);
    };
  }, []);
}
