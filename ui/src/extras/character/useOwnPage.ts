import type { OwnCharacter } from "@shared/panels";
import { useSubjectPaths } from "@shared/SubjectPaths";
import { useOwnRanks } from "./useOwnRanks";

interface OwnPage {
  path: string;
  /** False: the owner alone sees it. */
  isPublic: boolean;
}

/** Returns the page of an own character; null if it has none, undefined until that is known. */
export function useOwnPage(character: OwnCharacter | undefined): OwnPage | null | undefined {
  const { characterPath } = useSubjectPaths();
  const { data, isLoading } = useOwnRanks("pvp");
  if (!character) return undefined;
  const row = data?.data.find((rank) => rank.row.char_id === character.id)?.row;
  if (row) return { path: characterPath(character.name, character.id), isPublic: row.privacy === "public" };
  return isLoading ? undefined : null;
}
