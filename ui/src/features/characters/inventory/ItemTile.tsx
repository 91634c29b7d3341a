import { classes } from "@shared/components/classes";
import type { Item } from "../queries";
import { CATEGORY_ICONS } from "./categoryIcons";
import * as css from "./tile.module.css";

/** The picture of an item, with the marks that the game's own players look for; all of it is said in words elsewhere. */
export function ItemTile({ item }: { item: Item }) {
  return (
    <span className={css.tile} aria-hidden="true">
      <Art of={item} />
      {item.augmented && <i className={css.augmented}>✦</i>}
      {item.enchant > 0 && <b className={css.enchant}>+{item.enchant}</b>}
      {item.grade !== "other" && <b className={css.grade}>{item.grade.toUpperCase()}</b>}
    </span>
  );
}

/** Where an item worn elsewhere leaves no room. */
export function TakenTile({ item }: { item: Item }) {
  return (
    <span className={classes(css.tile, css.taken)} aria-hidden="true">
      <Art of={item} />
    </span>
  );
}

export const EmptyTile = () => <span className={classes(css.tile, css.empty)} aria-hidden="true" />;

const Art = ({ of: { category } }: { of: Item }) => (
  <img src={CATEGORY_ICONS[category]} width={52} height={52} alt="" />
);
