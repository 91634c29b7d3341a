import { classes } from "@shared/components/classes";
import { Toggletip } from "@shared/components/Toggletip";
import type { Character, Item } from "../queries";
import { BlockedTile, EmptyTile, ItemTile } from "./ItemTile";
import { ItemTooltip } from "./ItemTooltip";
import { titleOf } from "./items";
import * as css from "./paperdoll.module.css";
import { silhouetteOf } from "./silhouettes";
import { itemInSlot, LEFT, RIGHT, type Slot, type SlotContent } from "./slots";
import * as tile from "./tile.module.css";

interface Props {
  character: Character;
  equipped: readonly Item[];
}

/** Equipped items in their slots around a silhouette of the character's race and build. */
export function Paperdoll({ character, equipped }: Props) {
  const { picture, name } = silhouetteOf(character);
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
      <img className={css.doll} src={picture} width={220} height={470} alt={name} />
      {column(RIGHT, "Jewelry and left hand")}
    </section>
  );
}

function SlotRow({ content: { name, item, blocked } }: { content: SlotContent }) {
  if (!item) {
    return (
      <li className={css.slot}>
        <EmptyTile slot={name} />
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
