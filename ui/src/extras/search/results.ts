import type { Answer } from "@shared/api/useGet";

type Results = Answer<"/api/search">;
export type FoundCharacter = Results["data"][number];
export type FoundClan = Results["clans"][number];
export type FoundOther = Results["others"][number];

/** One result. `key` names it within its kind, as a star does. */
export type FoundSubject =
  | { readonly kind: "character"; readonly key: string; readonly row: FoundCharacter }
  | { readonly kind: "clan"; readonly key: string; readonly row: FoundClan }
  | { readonly kind: "other"; readonly key: string; readonly row: FoundOther };

export interface Group {
  /** "recent", "character", "clan", or the kind of other results. */
  readonly kind: string;
  readonly rows: readonly FoundSubject[];
}

export const character = (row: FoundCharacter): FoundSubject => ({ kind: "character", key: row.char_name, row });
const clan = (row: FoundClan): FoundSubject => ({ kind: "clan", key: row.clan_name, row });
const other = (row: FoundOther): FoundSubject => ({ kind: "other", key: row.key, row });

const kindOf = ({ kind, row }: FoundSubject): string => (kind === "other" ? row.kind : kind);
/** "boss:29020", as the key of a star. Two characters may have one name. */
export function idOf(result: FoundSubject): string {
  if (result.kind === "character") return `character:${result.row.char_id ?? result.key}`;
  return result.kind === "clan" ? `clan:${result.row.clan_id}` : `${kindOf(result)}:${result.key}`;
}

function nameOf(result: FoundSubject): string {
  if (result.kind === "character") return result.row.char_name;
  return result.kind === "clan" ? result.row.clan_name : result.row.name;
}

/**
 * Results by kind. Kinds with a name that equals the text come first; within a kind, so do recent and starred rows.
 * `isFirst` tells which these are.
 */
export function groupsOf(
  results: Results,
  query: string,
  isFirst: (result: FoundSubject) => boolean,
): readonly Group[] {
  const groups = new Map<string, FoundSubject[]>();
  for (const result of [...results.data.map(character), ...results.clans.map(clan), ...results.others.map(other)])
    groups.set(kindOf(result), [...(groups.get(kindOf(result)) ?? []), result]);
  const text = query.toLowerCase();
  const hasEqual = ({ rows }: Group) => rows.some((result) => nameOf(result).toLowerCase() === text);
  const ordered = [...groups].map(([kind, rows]) => ({
    kind,
    rows: [...rows].sort((a, b) => Number(isFirst(b)) - Number(isFirst(a))),
  }));
  return ordered.sort((a, b) => Number(hasEqual(b)) - Number(hasEqual(a)));
}
