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

/** Addresses of a character's page, public and for its owner alone. */
export type PageAddress = "/api/characters/{name}" | "/api/player/pages/{name}";

/** The last days of the character of a page. */
export function useDays(address: PageAddress, page: Answer<PageAddress> | undefined): Days {
  const path = `${address}/history` as const;
  const { data: history, error, mutate } = useGet(page?.progress ? path : null, { weeks: WEEKS });
  const days = useMemo(() => (history ? daysOf(history).slice(-LAST_DAYS) : []), [history]);
  const isNew = page?.progress == null || (history !== undefined && history.data.length <= ENTRIES_OF_NEW);
  return { history, days, isNew, error, retry: () => void mutate() };
}
