import { readChoice, writeChoice } from "@shared/stores/storage";
import { useState } from "react";

/** Yes or no, as it was left on this browser. */
export function useStoredToggle(name: string, fallback: boolean): [boolean, () => void] {
  const [chosen, setChosen] = useState(() => (readChoice(name) ?? String(fallback)) === "true");
  const toggle = () => {
    writeChoice(name, String(!chosen));
    setChosen(!chosen);
  };
  return [chosen, toggle];
}
