import items from "@art/items.svg";
import type { CSSProperties } from "react";
import type { ItemKind } from "../itemNames";
import { classes } from "./classes";
import * as css from "./item-tile.module.css";
import { type ItemIcon, itemIcon, SPRITE, slotIcon, spriteBox } from "./itemIcons";

interface TileItem extends ItemKind {
  readonly slot_name: string | null;
  readonly enchant?: number;
  readonly augmented?: boolean;
}

const GLOW_FROM = 4;
/** The glow turns red here, as in the game, and grows no further. */
const RED_FROM = 16;

const glowOf = (enchant: number) => (enchant >= RED_FROM ? "red" : enchant >= GLOW_FROM ? "blue" : undefined);

/** An item's icon with its enchant level and augmentation mark; the text beside it repeats both. */
export function ItemTile({ item }: { item: TileItem }) {
  const { enchant = 0 } = item;
  const glow = { "--enchant": Math.min(enchant, RED_FROM) } as CSSProperties;
  return (
    <span className={css.tile} data-glow={glowOf(enchant)} style={enchant > 0 ? glow : undefined} aria-hidden="true">
      <Drawing icon={itemIcon(item)} />
      {item.augmented && <i className={css.augmented}>✦</i>}
      {enchant > 0 && <b className={css.enchant}>+{enchant}</b>}
      {item.grade !== "other" && <b className={css.grade}>{item.grade.toUpperCase()}</b>}
    </span>
  );
}

/** A slot blocked by an item worn in another slot. */
export function BlockedTile({ item }: { item: TileItem }) {
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

/** One cell of the sprite: all tiles share one request. No style: pages that the service renders allow none. */
const Drawing = ({ icon }: { icon: ItemIcon }) => (
  <svg className={css.drawing} viewBox={spriteBox(icon)} aria-hidden="true">
    <image href={items} width={SPRITE.width} height={SPRITE.height} />
  </svg>
);
