import { isolated } from "@shared/dates";
import { formatNumber } from "@shared/format";
import type { Character } from "./queries";

/** Describes a character in one or two sentences made of known facts. */
export function notesOn(character: Character): string {
  return [introduction(character), achievement(character)].filter(Boolean).join(" ");
}

function introduction({ level, race_name, class_name, clan_name, hero, noble }: Character): string {
  const rank = hero ? "Hero. " : noble ? "Noble. " : "";
  const clan = clan_name === null ? ", no clan" : ` of ${isolated(clan_name)}`;
  return `${rank}Level ${level} ${race_name} ${class_name}${clan}.`;
}

/** Returns the most notable fact; the first that applies. */
function achievement({ karma, pvp_kills: pvp, pk_kills: pk, deaths }: Character): string {
  if (karma > 0) return `Carries ${formatNumber(karma)} karma.`;
  if (pvp + pk === 0) return deaths === 0 ? "No PvP or PK kills, no deaths." : "No PvP or PK kills.";
  if (pk === 0) return `${countOf(pvp, "PvP kill")}, no PK kills.`;
  return `${countOf(pvp, "PvP kill")} and ${countOf(pk, "PK kill")}.`;
}

const countOf = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
