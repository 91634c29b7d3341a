import * as text from "text:inventory";
import { Disclosure } from "@shared/components/Disclosure";
import { formatNumber } from "@shared/format";
import { pageOf } from "@shared/paging";
import { useState } from "react";
import type { Item } from "../queries";
import { ItemList } from "./ItemList";
import { ItemPager } from "./ItemPager";
import * as css from "./inventory.module.css";
import { filterItems, PAGE_SIZES } from "./items";
import type { View } from "./useInventoryView";

/** Private warehouse. The filters apply to it, the totals exclude it. */
export function Warehouse({ items, view }: { items: readonly Item[]; view: View }) {
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<number>(PAGE_SIZES[0]);
  const currentPage = pageOf(filterItems(items, view.filter), page, size);
  return (
    <div className={css.warehouse}>
      <Disclosure summary={text.warehouse({ total: formatNumber(items.length) })}>
        {currentPage.total === 0 ? (
          <p>{text.noMatch}</p>
        ) : (
          <ItemList label={text.listWarehouse} items={currentPage.rows} />
        )}
        {items.length > PAGE_SIZES[0] && (
          <ItemPager label={text.warehousePages} list={currentPage} size={size} onSize={setSize} onTurn={setPage} />
        )}
      </Disclosure>
    </div>
  );
}
