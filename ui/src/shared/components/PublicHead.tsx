import skyline from "art:skyline";
import darkElf from "@art/gonfalon-darkelf.svg";
import dwarf from "@art/gonfalon-dwarf.svg";
import elf from "@art/gonfalon-elf.svg";
import human from "@art/gonfalon-human.svg";
import orc from "@art/gonfalon-orc.svg";
import type { ReactNode } from "react";
import * as utility from "../styles/utility.module.css";
import { Picture } from "./Picture";
import * as css from "./public-head.module.css";
import { VisuallyHidden } from "./VisuallyHidden";

/** By race id. */
const BANNERS: readonly string[] = [human, elf, darkElf, orc, dwarf];

interface PublicHeadProps {
  name: string;
  race: number;
  level: number;
  levelLabel: string;
  children: ReactNode;
}

/** Head of the page of a character or a clan: a banner of the race hangs from the header. */
export function PublicHead({ name, race, level, levelLabel, children }: PublicHeadProps) {
  return (
    <div className={css.head} data-race={race}>
      <Picture source={skyline} sizes="100vw" className={css.picture} />
      <div className={`${utility.wrap} ${css.columns}`}>
        <div className={css.banner}>
          <img src={BANNERS[race] ?? human} width={188} height={310} alt="" />
          <p className={css.shield}>
            <VisuallyHidden>{levelLabel}</VisuallyHidden> <b>{level}</b>
          </p>
        </div>
        <div className={css.lead}>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          {children}
        </div>
      </div>
    </div>
  );
}
