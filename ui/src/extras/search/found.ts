import type { Answer } from "@shared/api/useGet";

type Results = Answer<"/api/search">;
export type FoundCharacter = Results["data"][number];
export type FoundClan = Results["clans"][number];
export type FoundOther = Results["others"][number];

/** One result. `key` names it within its kind, as a star does. */
export type Found =
  | { readonly kind: "character"; readonly key: string; readonly row: FoundCharacter }
  | { readonly kind: "clan"; readonly key: string; readonly row: FoundClan }
  | { readonly kind: "other"; readonly key: string; readonly row: FoundOther };

export interface Group {
  /** "recent", "character", "clan", or the kind of other results. */
  readonly kind: string;
  readonly rows: readonly Found[];
}

export const character = (row: FoundCharacter): Found => ({ kind: "character", key: row.char_name, row });
const clan = (row: FoundClan): Found => ({ kind: "clan", key: row.clan_name, row });
const other = (row: FoundOther): Found => ({ kind: "other", key: row.key, row });

const kindOf = ({ kind, row }: Found): string => (kind === "other" ? row.kind : kind);
/** "boss:29020". */
export const starKey = (found: Found): string => `${kindOf(found)}:${found.key}`;

/** Two characters may have one name. */
export function idOf(found: Found): string {
  if (found.kind === "character") return `character:${found.row.char_id ?? found.key}`;
  return found.kind === "clan" ? `clan:${found.row.clan_id}` : starKey(found);
}

function nameOf(found: Found): string {
  if (found.kind === "character") return found.row.char_name;
  return found.kind === "clan" ? found.row.clan_name : found.row.name;
}

/**
 * Results by kind. Kinds with a name that equals the text come first; within a kind, so do recent and starred rows.
 * `isFirst` tells which these are.
 */
export function groupsOf(results: Results, query: string, isFirst: (found: Found) => boolean): readonly Group[] {
  const groups = new Map<string, Found[]>();
  for (const found of [...results.data.map(character), ...results.clans.map(clan), ...results.others.map(other)])
    groups.set(kindOf(found), [...(groups.get(kindOf(found)) ?? []), found]);
  const text = query.toLowerCase();
  const hasEqual = ({ rows }: Group) => rows.some((found) => nameOf(found).toLowerCase() === text);
  const ordered = [...groups].map(([kind, rows]) => ({
    kind,
    rows: [...rows].sort((a, b) => Number(isFirst(b)) - Number(isFirst(a))),
  }));
  return ordered.sort((a, b) => Number(hasEqual(b)) - Number(hasEqual(a)));
}
