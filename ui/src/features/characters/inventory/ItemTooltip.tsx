import { formatNumber } from "@shared/format";
import type { Item } from "../queries";
import { categoryName, gradeOf, titleOf } from "./items";
import * as tile from "./tile.module.css";
import * as css from "./tooltip.module.css";

/** All known properties of an item. Made of spans: it is inside inline text. */
export function ItemTooltip({ item }: { item: Item }) {
  const facts = [
    ["Type", item.type],
    ["Category", categoryName(item.category)],
    ["Grade", gradeOf(item) ?? "No grade"],
    ["Slot", item.slot_name],
    ["Enchant", item.enchant > 0 ? `+${item.enchant}` : null],
    ["Augmented", item.augmented ? "Yes" : null],
    ["Amount", formatNumber(item.amount)],
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
