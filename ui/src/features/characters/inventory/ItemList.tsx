import * as text from "text:inventory";
import { classes } from "@shared/components/classes";
import { ItemTile } from "@shared/components/ItemTile";
import * as tile from "@shared/components/item-tile.module.css";
import { Skeleton } from "@shared/components/Skeleton";
import { SubjectActions } from "@shared/components/SubjectActions";
import { Toggletip } from "@shared/components/Toggletip";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatAmount } from "@shared/itemNames";
import type { Item } from "../queries";
import { ItemTooltip } from "./ItemTooltip";
import { lineOf, PAGE_SIZES, titleOf } from "./items";
import * as css from "./list.module.css";

interface Props {
  label: string;
  items: readonly Item[];
}

export function ItemList({ label, items }: Props) {
  return (
    <ul className={css.items} aria-label={label}>
      {items.map((item, index) => (
        // Equal items differ only by position, and cards have no state.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className={classes(css.row, tile.item)} data-grade={item.grade}>
          <ItemCard item={item} />
          <SubjectActions kind="item" id={item.item_id} name={item.name} />
        </li>
      ))}
    </ul>
  );
}

function ItemCard({ item }: { item: Item }) {
  const line = lineOf(item);
  return (
    <Toggletip block className={css.item} tip={<ItemTooltip item={item} />}>
      <ItemTile item={item} />
      <span className={css.text}>
        <bdi className={css.name}>{titleOf(item)}</bdi> <span className={css.line}>{line}</span>
      </span>
      {item.augmented && <VisuallyHidden>{text.isAugmented}</VisuallyHidden>}
      {item.amount > 1 && <span className={css.amount}> ×{formatAmount(item.amount)}</span>}
    </Toggletip>
  );
}

const SKELETON_ROWS = Array.from({ length: PAGE_SIZES[0] }, (_, index) => index);

export function ItemSkeletons() {
  return (
    <ul className={css.items} aria-hidden="true">
      {SKELETON_ROWS.map((index) => (
        <li key={index} className={css.item}>
          <Skeleton className={css.skeletonTile} />
          <span className={css.text}>
            <Skeleton className={css.skeletonName} />
            <Skeleton className={css.skeletonLine} />
          </span>
        </li>
      ))}
    </ul>
  );
}
