import { hiddenClan } from "text:shared";

/** A clan's name outside of links; null without a clan. */
export const clanText = (row: { clan_name: string | null; clan_hidden?: boolean }): string | null =>
  row.clan_hidden ? hiddenClan : row.clan_name;
