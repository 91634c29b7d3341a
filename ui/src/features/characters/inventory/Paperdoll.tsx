import { classes } from "@shared/components/classes";
import { Toggletip } from "@shared/components/Toggletip";
import type { Item } from "../queries";
import { CharacterSilhouette } from "./CharacterSilhouette";
import { EmptyTile, ItemTile, TakenTile } from "./ItemTile";
import { ItemTooltip } from "./ItemTooltip";
import { titleOf } from "./items";
import * as css from "./paperdoll.module.css";
import { LEFT, RIGHT, type Slot, type Worn, wornIn } from "./slots";
import * as tile from "./tile.module.css";

/** Equipped items in their slots around a silhouette. */
export function Paperdoll({ equipped }: { equipped: readonly Item[] }) {
  const column = (slots: readonly Slot[], label: string, place?: string) => (
    <ul className={classes(css.column, place)} aria-label={label}>
      {slots.map((slot) => (
        <SlotRow key={slot.id} worn={wornIn(slot, equipped)} />
      ))}
    </ul>
  );
  return (
    <section className={css.paper} aria-label="Worn">
      {column(LEFT, "Worn on the body, and the right hand", css.left)}
      <CharacterSilhouette />
      {column(RIGHT, "Worn as ornament, and the left hand")}
    </section>
  );
}

function SlotRow({ worn: { name, item, taken } }: { worn: Worn }) {
  if (!item) {
    return (
      <li className={css.slot}>
        <EmptyTile />
        <span className={css.words}>
          <small>{name}</small> <span className={css.nothing}>Nothing</span>
        </span>
      </li>
    );
  }
  return (
    <li className={tile.item} data-grade={item.grade}>
      <Toggletip block className={css.slot} tip={<ItemTooltip item={item} />}>
        {taken ? <TakenTile item={item} /> : <ItemTile item={item} />}
        <span className={css.words}>
          <small>{name}</small> {taken ? <Taken by={item} /> : <bdi className={css.name}>{titleOf(item)}</bdi>}
        </span>
      </Toggletip>
    </li>
  );
}

function Taken({ by }: { by: Item }) {
  return (
    <span className={css.nothing}>
      Taken by <bdi>{titleOf(by)}</bdi>
    </span>
  );
}
