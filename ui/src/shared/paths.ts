/** Paths of the site that core's pages link to, or that are made from a name. */
export const paths = {
  home: "/",
  serverInfo: "/server-info",
  rankings: "/rankings",
  download: "/download",
  world: "/world",
  events: "/events",
  article: "/news/:slug",
  character: "/c/:name",
  clan: "/clan/:name",
  player: "/player",
} as const;

/** Names with other signs than letters and digits are addressed by the id. */
const isPlain = (name: string) => /^[\p{L}\p{N}]+$/u.test(name);

/** Names that more than one subject has; null: too many to list. */
export type Names = readonly string[] | null;

const pathOf = (path: string, name: string, id: number | null, shared: Names) => {
  const isUnique = shared !== null && isPlain(name) && !shared.includes(name);
  return path.replace(":name", isUnique || id === null ? encodeURIComponent(name) : `~${id}`);
};

/** `shared`: names of characters, and of clans. */
export function subjectPaths(shared: { characters: Names; clans: Names }) {
  const characterPath = (name: string, id: number | null) => pathOf(paths.character, name, id, shared.characters);
  const clanPath = (name: string, id: number | null) => pathOf(paths.clan, name, id, shared.clans);
  return { characterPath, clanPath };
}

export const articlePath = (slug: string): string => paths.article.replace(":slug", slug);
