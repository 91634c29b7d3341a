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

/** External addresses; to be set by the operator. */
export const outside = {
  mail: "contact@fishi.example",
  support: "https://chat.example/support",
  bugs: "https://chat.example/bugs",
  contact: "https://chat.example/contact",
  forum: "https://forum.example",
} as const;
