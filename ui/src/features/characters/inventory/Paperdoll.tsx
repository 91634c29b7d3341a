import * as text from "text:inventory";
import { classes } from "@shared/components/classes";
import { BlockedTile, EmptyTile, ItemTile } from "@shared/components/ItemTile";
import * as tile from "@shared/components/item-tile.module.css";
import { Toggletip } from "@shared/components/Toggletip";
import type { Character, Item } from "../queries";
import { ItemTooltip } from "./ItemTooltip";
import { nameOfSlot, titleOf } from "./items";
import * as css from "./paperdoll.module.css";
import { wornSet } from "./sets";
import { silhouetteOf } from "./silhouettes";
import { itemInSlot, LEFT, RIGHT, SET_SLOTS, type Slot, type SlotContent } from "./slots";

interface Props {
  character: Character;
  items: readonly Item[];
}

/** Equipped items in their slots around a silhouette of the character's race and build. */
export function Paperdoll({ character, items }: Props) {
  const { picture, name } = silhouetteOf(character);
  const set = wornSet(items);
  const column = (slots: readonly Slot[], label: string, place?: string) => (
    <ul className={classes(css.column, place)} aria-label={label}>
      {slots.map((slot) => (
        <SlotRow key={slot.id} content={itemInSlot(slot, items)} inSet={set !== null && SET_SLOTS.includes(slot.id)} />
      ))}
    </ul>
  );
  return (
    <section className={css.paperdoll} aria-label={text.worn}>
      {column(LEFT, text.left, css.left)}
      <div className={css.middle}>
        <img className={css.doll} src={picture} width={220} height={470} alt={name} />
        {set && <p className={css.set}>{text.fullSet({ name: <bdi>{set}</bdi> })}</p>}
      </div>
      {column(RIGHT, text.right)}
    </section>
  );
}

interface SlotRowProps {
  content: SlotContent;
  /** Part of a set that is worn in full. */
  inSet: boolean;
}

function SlotRow({ content: { name, item, isBlocked }, inSet }: SlotRowProps) {
  if (!item) {
    return (
      <li className={css.slot}>
        <EmptyTile slot={name} />
        <span className={css.text}>
          <small>{nameOfSlot(name)}</small> <span className={css.empty}>{text.nothing}</span>
        </span>
      </li>
    );
  }
  return (
    <li className={classes(tile.item, inSet && css.inSet)} data-grade={item.grade}>
      <Toggletip block className={css.slot} tip={<ItemTooltip item={item} />}>
        {isBlocked ? <BlockedTile item={item} /> : <ItemTile item={item} />}
        <span className={css.text}>
          <small>{nameOfSlot(name)}</small>{" "}
          {isBlocked ? <BlockedBy by={item} /> : <bdi className={css.name}>{titleOf(item)}</bdi>}
        </span>
      </Toggletip>
    </li>
  );
}

function BlockedBy({ by }: { by: Item }) {
  return <span className={css.empty}>{text.blocked({ item: <bdi>{titleOf(by)}</bdi> })}</span>;
}
