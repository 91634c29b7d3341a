import { useGet } from "@shared/api/useGet";
import { useSession } from "@shared/stores/session";
import { useMemo } from "react";

// The names of whoever was logged in before are not kept while the next one's are on their way.
const NOBODY_ELSES = { keepPreviousData: false };

/** The names of the reader's own characters. Nobody is asked where nobody is logged in, and a failure finds none. */
export function useOwnNames(): ReadonlySet<string> {
  const isAuthenticated = useSession((session) => session.isAuthenticated);
  const { data } = useGet(isAuthenticated ? "/api/player/characters" : null, undefined, NOBODY_ELSES);
  return useMemo(() => new Set(isAuthenticated ? data?.data.map(({ name }) => name) : []), [isAuthenticated, data]);
}
