import skyline from "art:skyline";
import type { ReactNode } from "react";
import { BANNERS } from "../banners";
import * as utility from "../styles/utility.module.css";
import { Picture } from "./Picture";
import * as css from "./public-head.module.css";
import { VisuallyHidden } from "./VisuallyHidden";

interface PublicHeadProps {
  name: string;
  race: number;
  /** Undefined where it could not be read. */
  level?: number | undefined;
  levelLabel?: string;
  /** Path of the crest, which takes the place of the race's emblem. */
  crest?: string | null | undefined;
  /** Stands above the name. */
  title?: string | null | undefined;
  /** Controls beside the name. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Short facts below the name. `data-mark` of an item chooses its colour: hero, noble, plain. */
export function Marks({ children }: { children: ReactNode }) {
  return <ul className={css.marks}>{children}</ul>;
}

/** Head of the page of a character or a clan: a banner of the race hangs from the header. */
export function PublicHead({ name, race, level, levelLabel, crest, title, actions, children }: PublicHeadProps) {
  return (
    <div className={css.head} data-race={race}>
      <Picture source={skyline} sizes="100vw" className={css.picture} fetchPriority="high" />
      <div className={`${utility.wrap} ${css.columns}`}>
        <div className={css.banner}>
          <img src={BANNERS[race] ?? BANNERS[0]} width={188} height={310} alt="" />
          {crest && <img className={css.crest} src={crest} width={96} height={72} alt="" />}
          {level !== undefined && (
            <p className={css.shield}>
              <VisuallyHidden>{levelLabel}</VisuallyHidden> <b>{level}</b>
            </p>
          )}
        </div>
        <div className={css.lead}>
          {title && (
            <p className={css.title}>
              <bdi>{title}</bdi>
            </p>
          )}
          <div className={css.named}>
            <h1>
              <bdi>{name}</bdi>
            </h1>
            {actions}
          </div>
          {children}
        </div>
      </div>
    </div>
  );
}
