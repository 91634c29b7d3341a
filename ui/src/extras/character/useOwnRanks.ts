import { useGet } from "@shared/api/useGet";
import { useSession } from "@shared/stores/session";

/** The account's characters in a ranking. Staff and characters of the last minute are in none, and have no page. */
export function useOwnRanks(board: "pvp" | "pk") {
  const isActive = useSession(({ isAuthenticated, isFrozen }) => isAuthenticated && !isFrozen);
  const path = isActive ? (`/api/rankings/${board}/me` as "/api/rankings/{board}/me") : null;
  // The previous account's ranks must not stay while the next account's load.
  return useGet(path, undefined, { keepPreviousData: false });
}
