import darkElf from "@art/race-darkelf.svg";
import dwarf from "@art/race-dwarf.svg";
import elf from "@art/race-elf.svg";
import human from "@art/race-human.svg";
import orc from "@art/race-orc.svg";
import wreath1 from "@art/rank-1.svg";
import wreath2 from "@art/rank-2.svg";
import wreath3 from "@art/rank-3.svg";

/** Race crests by race id. */
export const CRESTS: readonly string[] = [human, elf, darkElf, orc, dwarf];

/** Wreaths of the first three ranks. */
export const WREATHS: readonly string[] = [wreath1, wreath2, wreath3];
