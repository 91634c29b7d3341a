import type { ServerInfo } from "@shared/content";

export type Castle = ServerInfo["castles"][number];

/** The data say `Available` for a castle without an owner. */
export const hasOwner = ({ owner }: Castle): boolean => owner !== "Available";

/** Returns the next siege if it is the same for all castles. */
export const commonSiege = (castles: readonly Castle[]): string | null => {
  const texts = new Set(castles.map(({ next_siege }) => next_siege));
  return texts.size === 1 ? ([...texts][0] ?? null) : null;
};
