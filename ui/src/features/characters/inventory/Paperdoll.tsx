import { classes } from "@shared/components/classes";
import { Toggletip } from "@shared/components/Toggletip";
import type { Item } from "../queries";
import { CharacterSilhouette } from "./CharacterSilhouette";
import { BlockedTile, EmptyTile, ItemTile } from "./ItemTile";
import { ItemTooltip } from "./ItemTooltip";
import { titleOf } from "./items";
import * as css from "./paperdoll.module.css";
import { itemInSlot, LEFT, RIGHT, type Slot, type SlotContent } from "./slots";
import * as tile from "./tile.module.css";

/** Equipped items in their slots around a silhouette. */
export function Paperdoll({ equipped }: { equipped: readonly Item[] }) {
  const column = (slots: readonly Slot[], label: string, place?: string) => (
    <ul className={classes(css.column, place)} aria-label={label}>
      {slots.map((slot) => (
        <SlotRow key={slot.id} content={itemInSlot(slot, equipped)} />
      ))}
    </ul>
  );
  return (
    <section className={css.paperdoll} aria-label="Worn">
      {column(LEFT, "Armor and right hand", css.left)}
      <CharacterSilhouette />
      {column(RIGHT, "Jewelry and left hand")}
    </section>
  );
}

function SlotRow({ content: { name, item, blocked } }: { content: SlotContent }) {
  if (!item) {
    return (
      <li className={css.slot}>
        <EmptyTile />
        <span className={css.text}>
          <small>{name}</small> <span className={css.empty}>Nothing</span>
        </span>
      </li>
    );
  }
  return (
    <li className={tile.item} data-grade={item.grade}>
      <Toggletip block className={css.slot} tip={<ItemTooltip item={item} />}>
        {blocked ? <BlockedTile item={item} /> : <ItemTile item={item} />}
        <span className={css.text}>
          <small>{name}</small> {blocked ? <BlockedBy by={item} /> : <bdi className={css.name}>{titleOf(item)}</bdi>}
        </span>
      </Toggletip>
    </li>
  );
}

function BlockedBy({ by }: { by: Item }) {
  return (
    <span className={css.empty}>
      Blocked by <bdi>{titleOf(by)}</bdi>
    </span>
  );
}
