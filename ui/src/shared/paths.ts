/** Every address the page knows, its own and the service's. */
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

/** Where the community meets: the operator's own addresses go here. */
export const outside = {
  mail: "contact@fishi.example",
  support: "https://chat.example/support",
  bugs: "https://chat.example/bugs",
  contact: "https://chat.example/contact",
  forum: "https://forum.example",
} as const;
