/** Paths of the site. */
export const paths = {
  home: "/",
  serverInfo: "/server-info",
  rankings: "/rankings",
  media: "/media",
  download: "/download",
  status: "/status",
  article: "/news/:slug",
  character: "/c/:name",
  clan: "/clan/:name",
  player: "/player",
  playerProfile: "/player/profile",
  playerCharacters: "/player/characters",
  playerDonations: "/player/donations",
} as const;

/** Names with other signs than letters and digits are addressed by the id. */
const isPlain = (name: string) => /^[\p{L}\p{N}]+$/u.test(name);

const named = (path: string, name: string, id: number | null) =>
  path.replace(":name", isPlain(name) || id === null ? encodeURIComponent(name) : `~${id}`);

export const characterPath = (name: string, id: number | null): string => named(paths.character, name, id);
export const clanPath = (name: string, id: number | null): string => named(paths.clan, name, id);

export const articlePath = (slug: string): string => paths.article.replace(":slug", slug);
