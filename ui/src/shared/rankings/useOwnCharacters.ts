import { useGet } from "@shared/api/useGet";
import { useSession } from "@shared/stores/session";
import { useMemo } from "react";

// The previous account's characters must not stay while the next account's load.
const NOBODY_ELSES = { keepPreviousData: false };

/** Returns the ids of the player's characters; empty without a session or after a failure. */
export function useOwnCharacters(): ReadonlySet<number | null> {
  const isAuthenticated = useSession((session) => session.isAuthenticated);
  const { data } = useGet(isAuthenticated ? "/api/player/characters" : null, undefined, NOBODY_ELSES);
  return useMemo(() => new Set(isAuthenticated ? data?.data.map(({ id }) => id) : []), [isAuthenticated, data]);
}
