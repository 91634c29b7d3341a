import items from "@art/items.svg";
import { classes } from "@shared/components/classes";
import type { CSSProperties } from "react";
import type { Item } from "../queries";
import { type ItemIcon, itemIcon, slotIcon, spritePosition } from "./itemIcons";
import * as css from "./tile.module.css";

const GLOW_FROM = 4;
/** The glow turns red here, as in the game, and grows no further. */
const RED_FROM = 16;

const glowOf = (enchant: number) => (enchant >= RED_FROM ? "red" : enchant >= GLOW_FROM ? "blue" : undefined);

/** An item's icon with its enchant level and augmentation mark; the text beside it repeats both. */
export function ItemTile({ item }: { item: Item }) {
  const enchant = { "--enchant": Math.min(item.enchant, RED_FROM) } as CSSProperties;
  return (
    <span className={css.tile} data-glow={glowOf(item.enchant)} style={enchant} aria-hidden="true">
      <Drawing icon={itemIcon(item)} />
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
      <Drawing icon={itemIcon(item)} />
    </span>
  );
}

/** An empty slot, with a faint drawing of what belongs there. */
export function EmptyTile({ slot }: { slot: string }) {
  return (
    <span className={classes(css.tile, css.empty)} aria-hidden="true">
      <Drawing icon={slotIcon(slot)} />
    </span>
  );
}

/** One cell of the sprite: all tiles share one request. */
function Drawing({ icon }: { icon: ItemIcon }) {
  return (
    <span
      className={css.drawing}
      style={{ backgroundImage: `url(${items})`, backgroundPosition: spritePosition(icon) }}
    />
  );
}
