import { useGet } from "@shared/api/useGet";
import { mainOf } from "@shared/mainCharacter";
import { useSession } from "@shared/stores/session";

/** The highest character of the player who is logged in. */
export function useMainCharacter() {
  const isLoggedIn = useSession(({ isAuthenticated }) => isAuthenticated);
  const { data } = useGet(isLoggedIn ? "/api/player/characters" : null);
  const main = data && mainOf(data.data);
  return main && { char_name: main.name, char_id: main.id };
}
