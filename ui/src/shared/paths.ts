/** Paths of the site. */
export const paths = {
  home: "/",
  serverInfo: "/server-info",
  rankings: "/rankings",
  media: "/media",
  download: "/download",
  world: "/world",
  events: "/events",
  status: "/status",
  article: "/news/:slug",
  character: "/c/:name",
  clan: "/clan/:name",
  bossReport: "/bosses/:boss/:moment",
  siegeReport: "/sieges/:castle/:day",
  week: "/weeks/:week",
  competition: "/competition/:id",
  compare: "/compare/:left/:right",
  player: "/player",
  playerProfile: "/player/profile",
  playerCharacters: "/player/characters",
  playerDonations: "/player/donations",
} as const;

/** Names with other signs than letters and digits are addressed by the id. */
const isPlain = (name: string) => /^[\p{L}\p{N}]+$/u.test(name);

const pathOf = (path: string, name: string, id: number | null) =>
  path.replace(":name", isPlain(name) || id === null ? encodeURIComponent(name) : `~${id}`);

export const characterPath = (name: string, id: number | null): string => pathOf(paths.character, name, id);
export const clanPath = (name: string, id: number | null): string => pathOf(paths.clan, name, id);

interface CharacterRef {
  char_name: string;
  char_id: number | null;
}

export const comparePath = (left: CharacterRef, right: CharacterRef): string =>
  ["/compare", ...[left, right].map(({ char_name, char_id }) => characterPath(char_name, char_id).slice(3))].join("/");

export const articlePath = (slug: string): string => paths.article.replace(":slug", slug);
