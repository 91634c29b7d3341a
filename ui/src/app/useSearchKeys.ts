import searches from "panel-names:search";
import { usePanels } from "@shared/panels";
import { useDialogs } from "@shared/stores/dialogs";
import { useEffect } from "react";

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, select, textarea") !== null;

/** Opens the search on "/" outside of fields and on Ctrl+K or ⌘K, unless a dialog is open. */
export function useSearchKeys(): void {
  const hasSearch = usePanels(searches).length > 0;
  useEffect(() => {
    if (!hasSearch) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut =
        event.ctrlKey || event.metaKey ? event.key.toLowerCase() === "k" : event.key === "/" && !isField(event.target);
      if (!isShortcut || event.altKey || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      useDialogs.getState().show("search");
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [hasSearch]);
}
