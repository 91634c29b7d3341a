/** How many entries of the security log are shown. */
export const RECENT = { limit: 5 } as const;
