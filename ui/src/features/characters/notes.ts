import * as text from "text:characterDetails";
import { isolate } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { nameOfRace } from "@shared/races";
import type { Character } from "./queries";

/** Describes a character in one or two sentences made of known facts. */
export function notesOn(character: Character): string {
  return [introduction(character), achievement(character)].filter(Boolean).join(" ");
}

function introduction(character: Character): string {
  const { level, class_name, clan_name, hero, noble } = character;
  const rank = hero ? `${text.isHero} ` : noble ? `${text.isNoble} ` : "";
  const facts = { level: String(level), race: nameOfRace(character), className: class_name };
  return (
    rank + (clan_name === null ? text.withoutClan(facts) : text.introduction({ ...facts, clan: isolate(clan_name) }))
  );
}

/** Returns the most notable fact; the first that applies. */
function achievement({ karma, pvp_kills: pvp, pk_kills: pk, deaths }: Character): string {
  if (karma > 0) return text.carriesKarma({ karma: formatNumber(karma) });
  if (pvp + pk === 0) return deaths === 0 ? text.noKillsNoDeaths : text.noKills;
  const pvpKills = text.countPvp({ count: pvp });
  return pk === 0
    ? text.onlyPvp({ pvp: pvpKills })
    : text.bothKills({ pvp: pvpKills, pk: text.countPk({ count: pk }) });
}
