import { isolated } from "@shared/dates";
import { formatNumber } from "@shared/format";
import type { Character } from "./queries";

/** Describes a character in one or two sentences made of known facts. */
export function notesOn(character: Character): string {
  return [introduction(character), deed(character)].filter(Boolean).join(" ");
}

function introduction({ level, race_name, class_name, clan_name, hero, noble }: Character): string {
  const rank = hero ? "A hero, " : noble ? "A noble, " : "";
  const clan = clan_name === null ? "without a clan" : `of the clan ${isolated(clan_name)}`;
  return `${rank || "A "}level ${level} ${race_name} ${class_name} ${clan}.`;
}

/** Returns the most notable fact; the first that applies. */
function deed({ karma, pvp_kills: pvp, pk_kills: pk, deaths }: Character): string {
  if (karma > 0) return `Carries ${formatNumber(karma)} karma.`;
  if (pvp + pk === 0)
    return deaths === 0 ? "Has never killed another player, nor died." : "Has never killed another player.";
  if (pk === 0) return `${counted(pvp, "PvP kill")} and not one PK.`;
  return `${counted(pvp, "PvP kill")} and ${counted(pk, "PK")} so far.`;
}

const counted = (count: number, what: string) => `${formatNumber(count)} ${what}${count === 1 ? "" : "s"}`;
