import * as text from "text:inventory";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { pageOf } from "@shared/paging";
import { useId, useRef } from "react";
import type { Character, Inventory, Item } from "../queries";
import { InventoryFilters } from "./InventoryFilters";
import { InventoryTabs } from "./InventoryTabs";
import { ItemList } from "./ItemList";
import { ItemPager } from "./ItemPager";
import * as css from "./inventory.module.css";
import { filterItems } from "./items";
import { NoItems } from "./NoItems";
import { Paperdoll } from "./Paperdoll";
import type { View } from "./useInventoryView";
import { Warehouse } from "./Warehouse";

interface Props {
  character: Character;
  inventory: Inventory;
  view: View;
}

export function InventoryContents({ character, inventory, view }: Props) {
  const id = useId();
  const { inventory_items: inventoryItems, equipped_items: equippedItems, warehouse_items: warehouseItems } = inventory;
  const counts = { inventory: inventoryItems.length, equipped: equippedItems.length };
  return (
    <div className={css.content}>
      <InventoryTabs id={id} place={view.place} counts={counts} onPlace={view.goTo} />
      <div id={`${id}-panel`} className={css.panel} role="tabpanel" aria-labelledby={`${id}-${view.place}`}>
        {view.place === "equipped" && equippedItems.length > 0 && (
          <Paperdoll character={character} items={equippedItems} />
        )}
        <FilteredItems items={view.place === "inventory" ? inventoryItems : equippedItems} view={view} />
      </div>
      {warehouseItems.length > 0 && <Warehouse items={warehouseItems} view={view} />}
    </div>
  );
}

/** One page of the items that match the filters. */
function FilteredItems({ items, view }: { items: readonly Item[]; view: View }) {
  const top = useRef<HTMLDivElement>(null);
  const currentPage = pageOf(filterItems(items, view.filter), view.page, view.size);
  const onTurn = (page: number) => {
    view.turn(page);
    top.current?.scrollIntoView({ block: "start" });
  };
  return (
    <div ref={top} className={css.panel}>
      <InventoryFilters items={items} filter={view.filter} onChange={view.refine} />
      {currentPage.total === 0 ? (
        <NoItems place={view.place} isFiltered={items.length > 0} />
      ) : (
        <>
          <ItemList
            label={view.place === "inventory" ? text.listInventory : text.places.equipped}
            items={currentPage.rows}
          />
          <ItemPager list={currentPage} size={view.size} onSize={view.resize} onTurn={onTurn} />
        </>
      )}
      <div role="status">
        <VisuallyHidden>
          {text.found({ count: currentPage.total, page: String(currentPage.page), pages: String(currentPage.pages) })}
        </VisuallyHidden>
      </div>
    </div>
  );
}
