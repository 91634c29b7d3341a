/** Paths of the site. */
export const paths = {
  home: "/",
  serverInfo: "/server-info",
  rankings: "/rankings",
  media: "/media",
  download: "/download",
  status: "/status",
  article: "/news/:slug",
  player: "/player",
  playerProfile: "/player/profile",
  playerCharacters: "/player/characters",
  playerDonations: "/player/donations",
} as const;

export const articlePath = (slug: string): string => paths.article.replace(":slug", slug);
