import * as text from "text:inventory";
import * as shared from "text:shared";
import * as tile from "@shared/components/item-tile.module.css";
import { formatNumber } from "@shared/format";
import { gradeOf, nameOfType } from "@shared/itemNames";
import type { Item } from "../queries";
import { nameOfSlot, titleOf } from "./items";
import * as css from "./tooltip.module.css";

/** All known properties of an item. Made of spans: it is inside inline text. */
export function ItemTooltip({ item }: { item: Item }) {
  const facts = [
    [text.type, item.type && nameOfType(item)],
    [text.category, text.categories[item.category]],
    [text.grade, gradeOf(item) ?? text.noGrade],
    [text.slot, item.slot_name && nameOfSlot(item.slot_name)],
    [text.enchant, item.enchant > 0 ? `+${item.enchant}` : null],
    [text.augmented, item.augmented ? shared.yes : null],
    [shared.quantity, formatNumber(item.amount)],
  ] as const;
  return (
    <span className={`${tile.item} ${css.tooltip}`} data-grade={item.grade}>
      <bdi className={css.name}>{titleOf(item)}</bdi>
      {facts.map(
        ([label, value]) =>
          value && (
            <span key={label} className={css.fact}>
              <span>{label} </span>
              <b>{value} </b>
            </span>
          ),
      )}
    </span>
  );
}
