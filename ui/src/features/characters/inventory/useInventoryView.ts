import { useState } from "react";
import type { Place } from "./InventoryTabs";
import { type Filter, PAGE_SIZES } from "./items";

/** View state of the inventory. Filters and page size apply to both tabs; any change returns to the first page. */
export function useInventoryView() {
  const [place, setPlace] = useState<Place>("inventory");
  const [filter, setFilter] = useState<Filter>({ search: "", category: null });
  const [size, setSize] = useState<number>(PAGE_SIZES[0]);
  const [page, setPage] = useState(1);
  const fromFirst =
    <Change extends unknown[]>(change: (...values: Change) => void) =>
    (...values: Change) => {
      change(...values);
      setPage(1);
    };
  return {
    place,
    filter,
    size,
    page,
    turn: setPage,
    goTo: fromFirst(setPlace),
    resize: fromFirst(setSize),
    refine: fromFirst((change: Partial<Filter>) => setFilter((now) => ({ ...now, ...change }))),
  };
}

export type View = ReturnType<typeof useInventoryView>;
