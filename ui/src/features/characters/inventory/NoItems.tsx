import * as text from "text:inventory";
import type { Place } from "./InventoryTabs";
import * as css from "./inventory.module.css";

const SENTENCES: Readonly<Record<Place, readonly [title: string, hint: string]>> = {
  inventory: [text.noInventory, text.noInventoryText],
  equipped: [text.noEquipped, text.noEquippedText],
};

export function NoItems({ place, isFiltered }: { place: Place; isFiltered: boolean }) {
  const [title, hint] = SENTENCES[place];
  return (
    <div className={css.noItems}>
      <svg viewBox="0 0 96 96" aria-hidden="true">
        <path d="M34 32c-14 8-20 22-20 34 0 14 12 20 34 20s34-6 34-20c0-12-6-26-20-34ZM34 32 28 14c6 3 10-3 20-3s14 6 20 3l-6 18ZM34 40c8 3 20 3 28 0M40 56l16 16M56 56 40 72" />
      </svg>
      <h3>{isFiltered ? text.noMatch : title}</h3>
      {!isFiltered && <p>{hint}</p>}
    </div>
  );
}
