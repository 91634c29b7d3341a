/** Paths of the pages of bosses and castles. */
export const placePaths = { boss: "/boss/:boss", castle: "/castle/:castle" } as const;

/** A boss is addressed by its name or, as here, by its id. */
export const bossPath = (boss: number): string => `/boss/${boss}`;
/** Castles of a custom pack have a number for a name. */
export const castlePath = (name: string): string => `/castle/${name.toLowerCase().replace(/^castle #/, "")}`;
