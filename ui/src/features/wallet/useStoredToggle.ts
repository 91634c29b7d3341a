import { readChoice, writeChoice } from "@shared/stores/storage";
import { useState } from "react";

/** A boolean that is stored in this browser. */
export function useStoredToggle(name: string, fallback: boolean): [boolean, () => void] {
  const [value, setValue] = useState(() => (readChoice(name) ?? String(fallback)) === "true");
  const toggle = () => {
    writeChoice(name, String(!value));
    setValue(!value);
  };
  return [value, toggle];
}
