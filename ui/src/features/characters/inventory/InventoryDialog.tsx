import * as game from "text:game";
import * as text from "text:inventory";
import { Dialog } from "@shared/components/Dialog";
import { ErrorState } from "@shared/components/ErrorState";
import { formatNumber } from "@shared/format";
import { type Character, type Inventory, useInventory } from "../queries";
import { InventoryContents } from "./InventoryContents";
import { InventorySkeleton } from "./InventorySkeleton";
import * as css from "./inventory.module.css";
import { filterItems } from "./items";
import { useInventoryView, type View } from "./useInventoryView";

interface Props {
  character: Character;
  onClose: () => void;
}

export function InventoryDialog({ character, onClose }: Props) {
  const { id, name } = character;
  const { data, error } = useInventory(id);
  const view = useInventoryView();
  const title = (
    <span className={css.title}>
      {game.items}{" "}
      <span title={name}>
        <bdi>{name}</bdi>
      </span>
    </span>
  );
  return (
    <Dialog size="xl" title={title} onClose={onClose} actions={data && <Summary inventory={data} view={view} />}>
      <Content character={character} inventory={data} failed={Boolean(error)} view={view} />
    </Dialog>
  );
}

interface ContentProps {
  character: Character;
  inventory: Inventory | undefined;
  failed: boolean;
  view: View;
}

function Content({ character, inventory, failed, view }: ContentProps) {
  if (inventory) return <InventoryContents character={character} inventory={inventory} view={view} />;
  return failed ? <ErrorState title={text.failed} /> : <InventorySkeleton />;
}

/** The totals exclude the warehouse, as `total_items` does. */
function Summary({ inventory, view }: { inventory: Inventory; view: View }) {
  const { inventory_items: inventoryItems, equipped_items: equippedItems, total_items } = inventory;
  const shownItems = view.place === "inventory" ? inventoryItems : equippedItems;
  const sums = [
    [total_items, text.totalItems],
    [inventoryItems.length, text.inInventory],
    [equippedItems.length, text.isEquipped],
    [filterItems(shownItems, view.filter).length, text.filtered],
  ] as const;
  return (
    <p className={css.summary}>
      {sums.map(([count, label]) => (
        <span key={label}>
          <b>{formatNumber(count)}</b> {label}
        </span>
      ))}
    </p>
  );
}
