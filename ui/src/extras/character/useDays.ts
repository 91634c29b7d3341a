import { type Answer, useGet } from "@shared/api/useGet";
import { useMemo } from "react";
import { type Day, daysOf, type History } from "./days";

const WEEKS = 26;
/** The heat map begins on a Monday at most. */
const LAST_DAYS = 25 * 7 + 1;
const ENTRIES_OF_NEW = 2;

interface Days {
  history: History | undefined;
  days: readonly Day[];
  /** There is too little history for gains and days. */
  isNew: boolean;
  error: Error | undefined;
  retry: () => void;
}

/** The last days of a character. `name`: as in an address. */
export function useDays(name: string, page: Answer<"/api/characters/{name}"> | undefined): Days {
  const path = `/api/characters/${name}/history` as "/api/characters/{name}/history";
  const { data: history, error, mutate } = useGet(page?.progress ? path : null, { weeks: WEEKS });
  const days = useMemo(() => (history ? daysOf(history).slice(-LAST_DAYS) : []), [history]);
  const isNew = page?.progress == null || (history !== undefined && history.data.length <= ENTRIES_OF_NEW);
  return { history, days, isNew, error, retry: () => void mutate() };
}
