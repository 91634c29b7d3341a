import { classes } from "@shared/components/classes";
import type { Item } from "../queries";
import { CATEGORY_ICONS } from "./categoryIcons";
import * as css from "./tile.module.css";

/** An item's icon with its enchant level and augmentation mark; the text beside it repeats both. */
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

/** A slot blocked by an item worn in another slot. */
export function BlockedTile({ item }: { item: Item }) {
  return (
    <span className={classes(css.tile, css.blocked)} aria-hidden="true">
      <Art of={item} />
    </span>
  );
}

export const EmptyTile = () => <span className={classes(css.tile, css.empty)} aria-hidden="true" />;

const Art = ({ of: { category } }: { of: Item }) => (
  <img src={CATEGORY_ICONS[category]} width={52} height={52} alt="" />
);
