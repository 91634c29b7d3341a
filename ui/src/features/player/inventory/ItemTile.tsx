import { classes } from "@shared/components/classes";
import type { Item } from "../characters/reads";
import { ART } from "./art";
import * as css from "./tile.module.css";

/** The picture of an item, with the marks that the game's own players look for; all of it is said in words elsewhere. */
export function ItemTile({ item, faint }: { item: Item; faint?: boolean }) {
  return (
    <span className={classes(css.tile, faint && css.faint)} aria-hidden="true">
      <img src={ART[item.category]} width={52} height={52} alt="" />
      {item.augmented && <i className={css.augmented}>✦</i>}
      {item.enchant > 0 && <b className={css.enchant}>+{item.enchant}</b>}
      {item.grade !== "other" && <b className={css.grade}>{item.grade.toUpperCase()}</b>}
    </span>
  );
}

export const EmptyTile = () => <span className={classes(css.tile, css.empty)} aria-hidden="true" />;
