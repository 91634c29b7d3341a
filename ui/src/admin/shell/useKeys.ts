import { useEffect } from "react";

const OFF = "admin_keys_off";
const SEQUENCE_MS = 1500;

export const areKeysOn = (): boolean => localStorage.getItem(OFF) === null;
export const switchKeys = (isOn: boolean): void =>
  isOn ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, "1");

const isField = (target: EventTarget | undefined) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

/**
 * Calls the action of a key, or of two keys in a row ("g l"). Not in fields, not below a dialog, not with a modifier, and
 * not while the operator has switched single keys off. An action that returns false leaves the key to the browser.
 */
export function useKeys(actions: Readonly<Record<string, () => unknown>>): void {
  useEffect(() => {
    let first = "";
    let firstAt = 0;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event.composedPath()[0]) || !areKeysOn()) return;
      if (document.querySelector("dialog[open]")) return;
      const pair = `${first} ${event.key}`;
      const isPair = Date.now() - firstAt < SEQUENCE_MS && pair in actions;
      const action = actions[isPair ? pair : event.key];
      [first, firstAt] = [isPair ? "" : event.key, Date.now()];
      if (action && action() !== false) event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [actions]);
}
