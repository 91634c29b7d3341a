import darkElf from "@art/gonfalon-darkelf.svg";
import dwarf from "@art/gonfalon-dwarf.svg";
import elf from "@art/gonfalon-elf.svg";
import human from "@art/gonfalon-human.svg";
import orc from "@art/gonfalon-orc.svg";

/** Banners by race id. */
export const BANNERS: readonly string[] = [human, elf, darkElf, orc, dwarf];
