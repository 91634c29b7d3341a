import * as text from "text:characters";
import darkElfFighter from "@art/doll-darkelf-fighter.svg";
import darkElfMystic from "@art/doll-darkelf-mystic.svg";
import dwarf from "@art/doll-dwarf-fighter.svg";
import elfFighter from "@art/doll-elf-fighter.svg";
import elfMystic from "@art/doll-elf-mystic.svg";
import humanFighter from "@art/doll-human-fighter.svg";
import humanMystic from "@art/doll-human-mystic.svg";
import orcFighter from "@art/doll-orc-fighter.svg";
import orcMystic from "@art/doll-orc-mystic.svg";
import { isMystic } from "@shared/classTypes";
import { nameOfRace } from "@shared/races";
import type { Character } from "../queries";

/** Fighter and mystic by race id. Interlude has no dwarven mystic. */
const SILHOUETTES: readonly (readonly [fighter: string, mystic: string])[] = [
  [humanFighter, humanMystic],
  [elfFighter, elfMystic],
  [darkElfFighter, darkElfMystic],
  [orcFighter, orcMystic],
  [dwarf, dwarf],
];

/** Returns picture and name; an unknown race shows a human. */
export function silhouetteOf(character: Character) {
  const { race, class_id } = character;
  const mystic = isMystic(class_id);
  const [fighterPicture, mysticPicture] = SILHOUETTES[race] ?? [humanFighter, humanMystic];
  return {
    picture: mystic ? mysticPicture : fighterPicture,
    name: (mystic ? text.mystic : text.fighter)({ race: nameOfRace(character) }),
  };
}
