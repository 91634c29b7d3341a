import { Disclosure } from "@shared/components/Disclosure";
import { formatNumber } from "@shared/format";
import { useState } from "react";
import type { Item } from "../characters/reads";
import { ItemList } from "./ItemList";
import * as css from "./inventory.module.css";
import { filtered, PAGE_SIZES, pageOf } from "./items";
import { Pager } from "./Pager";
import type { View } from "./useView";

/** What lies in the private warehouse: searched with the rest, but no part of its sums. */
export function Warehouse({ items, view }: { items: readonly Item[]; view: View }) {
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<number>(PAGE_SIZES[0]);
  const shown = pageOf(filtered(items, view.filter), page, size);
  return (
    <div className={css.warehouse}>
      <Disclosure summary={`Warehouse (${formatNumber(items.length)})`}>
        {shown.total === 0 ? (
          <p>No items match your search criteria.</p>
        ) : (
          <ItemList label="In the warehouse" items={shown.items} />
        )}
        {items.length > PAGE_SIZES[0] && (
          <Pager label="Pages of the warehouse" shown={shown} size={size} onSize={setSize} onTurn={setPage} />
        )}
      </Disclosure>
    </div>
  );
}
