import { useGet } from "@shared/api/useGet";
import type { OwnCharacter } from "@shared/panels";
import { useSubjectPaths } from "@shared/SubjectPaths";
import { useSession } from "@shared/stores/session";
import { useOwnRanks } from "./useOwnRanks";

/** Returns the address of an own character's public page; null if it has none, undefined until that is known. */
export function useOwnPage(character: OwnCharacter | undefined): string | null | undefined {
  const { characterPath } = useSubjectPaths();
  const isFrozen = useSession((session) => session.isFrozen);
  const privacy = useGet(isFrozen ? null : "/api/player/privacy");
  const ranks = useOwnRanks("pvp");
  if (!character) return undefined;
  const isPublic = privacy.data?.level === "public";
  const isRanked = ranks.data?.data.some(({ row }) => row.char_id === character.id);
  if (isPublic && isRanked) return characterPath(character.name, character.id);
  return privacy.isLoading || (isPublic && ranks.isLoading) ? undefined : null;
}
