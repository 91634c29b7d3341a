import darkElf from "@art/race-darkelf.svg";
import dwarf from "@art/race-dwarf.svg";
import elf from "@art/race-elf.svg";
import human from "@art/race-human.svg";
import orc from "@art/race-orc.svg";
import { RACES } from "./classes";

const CRESTS = [human, elf, darkElf, orc, dwarf];

/** The races with their crests, indexed by the game's race id. */
export const CRESTED = RACES.map((name, id) => ({ id, name, crest: CRESTS[id] }));
