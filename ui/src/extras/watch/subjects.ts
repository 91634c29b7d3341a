import { useHasPage } from "@shared/extras";
import type { Subject } from "@shared/panels";
import { paths } from "@shared/paths";
import { useSubjectPaths } from "@shared/SubjectPaths";

export type Named = Pick<Subject, "kind" | "id" | "name">;

export const WATCH_PAGE = "/watch";

/** Names a subject at the service, which takes the id in the form of a public address. */
export const keyOf = ({ kind, id }: Pick<Named, "kind" | "id">): string =>
  kind === "character" || kind === "clan" ? `~${id}` : String(id);

/** Returns a function from a subject to the address of its page; null: it has none. */
export function usePathOf(): (subject: Named) => string | null {
  const { characterPath, clanPath } = useSubjectPaths();
  const hasPage = useHasPage();
  return ({ kind, id, name }) => {
    if (kind === "character") return characterPath(name, id);
    if (kind === "clan") return clanPath(name, id);
    const page = `/${kind === "item" ? "market" : kind}/${id}`;
    if (hasPage(page)) return page;
    if (kind === "item") return null;
    return `${paths.world}?tab=${kind === "boss" ? "bosses" : `castles&castle=${name.toLowerCase()}`}`;
  };
}
