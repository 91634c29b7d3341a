import { tidyName } from "@shared/characterNames";
import { useEffect, useEffectEvent, useState } from "react";
import { type Filters, levelProblem, NO_FILTERS, readLevel } from "./view";

const SETTLE_MS = 300;

interface SearchInput {
  readonly name: string;
  readonly min: string;
  readonly max: string;
}

const typedOf = ({ name, minLevel, maxLevel }: Filters): SearchInput => ({
  name,
  min: String(minLevel ?? ""),
  max: String(maxLevel ?? ""),
});

const isSame = (a: SearchInput, b: SearchInput) => a.name === b.name && a.min === b.min && a.max === b.max;

/** Filters of the typed fields. Invalid levels keep the active ones. */
function filtersOf(input: SearchInput): Partial<Filters> {
  const name = tidyName(input.name);
  if (levelProblem(input.min, input.max) !== null) return { name };
  return { name, minLevel: readLevel(input.min) as number | null, maxLevel: readLevel(input.max) as number | null };
}

/**
 * State of the typed fields: applied to the address after a pause in typing, and updated when the address changes
 * (Back, a shared link).
 */
export function useDebouncedSearch(filters: Filters, onApply: (change: Partial<Filters>) => void) {
  const appliedInput = typedOf(filters);
  const [input, setInput] = useState(appliedInput);
  const [lastApplied, setLastApplied] = useState(appliedInput);
  const [sentInput, setSentInput] = useState(appliedInput);

  if (!isSame(appliedInput, lastApplied)) {
    setLastApplied(appliedInput);
    if (!isSame(appliedInput, sentInput)) {
      setInput(appliedInput);
      setSentInput(appliedInput);
    }
  }

  const settle = useEffectEvent(() => {
    const next = { ...filters, ...filtersOf(input) };
    if (isSame(typedOf(next), appliedInput)) return;
    setSentInput(typedOf(next));
    onApply(filtersOf(input));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key pressed starts the wait again
  useEffect(() => {
    const wait = window.setTimeout(() => settle(), SETTLE_MS);
    return () => window.clearTimeout(wait);
  }, [input]);

  return {
    input,
    type: (change: Partial<SearchInput>) => setInput((now) => ({ ...now, ...change })),
    blank: () => {
      setInput(typedOf(NO_FILTERS));
      setSentInput(typedOf(NO_FILTERS));
    },
    problem: levelProblem(input.min, input.max),
  };
}
