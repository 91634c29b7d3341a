import { tidyName } from "@shared/characterNames";
import { useEffect, useEffectEvent, useState } from "react";
import { type Filters, levelProblem, NO_FILTERS, readLevel } from "./view";

const SETTLE_MS = 300;

interface Typed {
  readonly name: string;
  readonly min: string;
  readonly max: string;
}

const typedOf = ({ name, minLevel, maxLevel }: Filters): Typed => ({
  name,
  min: String(minLevel ?? ""),
  max: String(maxLevel ?? ""),
});

const same = (a: Typed, b: Typed) => a.name === b.name && a.min === b.min && a.max === b.max;

/** Filters of the typed fields. Invalid levels keep the active ones. */
function filtersOf(typed: Typed): Partial<Filters> {
  const name = tidyName(typed.name);
  if (levelProblem(typed.min, typed.max) !== null) return { name };
  return { name, minLevel: readLevel(typed.min) as number | null, maxLevel: readLevel(typed.max) as number | null };
}

/**
 * State of the typed fields: applied to the address after a pause in typing, and updated when the address changes
 * (Back, a shared link).
 */
export function useDebouncedSearch(filters: Filters, onApply: (change: Partial<Filters>) => void) {
  const applied = typedOf(filters);
  const [typed, setTyped] = useState(applied);
  const [lastApplied, setLastApplied] = useState(applied);
  const [sent, setSent] = useState(applied);

  if (!same(applied, lastApplied)) {
    setLastApplied(applied);
    if (!same(applied, sent)) {
      setTyped(applied);
      setSent(applied);
    }
  }

  const settle = useEffectEvent(() => {
    const next = { ...filters, ...filtersOf(typed) };
    if (same(typedOf(next), applied)) return;
    setSent(typedOf(next));
    onApply(filtersOf(typed));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key pressed starts the wait again
  useEffect(() => {
    const wait = window.setTimeout(() => settle(), SETTLE_MS);
    return () => window.clearTimeout(wait);
  }, [typed]);

  return {
    typed,
    type: (change: Partial<Typed>) => setTyped((now) => ({ ...now, ...change })),
    blank: () => {
      setTyped(typedOf(NO_FILTERS));
      setSent(typedOf(NO_FILTERS));
    },
    problem: levelProblem(typed.min, typed.max),
  };
}
