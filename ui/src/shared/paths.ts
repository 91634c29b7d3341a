/** Paths of the site. */
export const paths = {
  home: "/",
  serverInfo: "/server-info",
  rankings: "/rankings",
  media: "/media",
  download: "/download",
  player: "/player",
  playerProfile: "/player/profile",
  playerCharacters: "/player/characters",
  playerDonations: "/player/donations",
} as const;
