import { copyText } from "../parts/clipboard";

/** Keys for the rows of all tables of a page. The focus is the chosen row, so screen readers read it. */
const ROWS = "main table tbody tr";
const FILTERS = "main search :is(input, select), main input[type=search], main select";

const focusedRow = (): HTMLTableRowElement | null => document.activeElement?.closest("tr") ?? null;

function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>(ROWS)].filter((row) => row.checkVisibility());
  const current = focusedRow();
  const place = current ? rows.indexOf(current) : -1;
  const row = rows[place < 0 ? 0 : place + step];
  if (!row) return;
  row.tabIndex = -1;
  row.focus();
}

/** Opens what the row leads to. Returns false while no row is chosen: the key keeps its own meaning. */
function open(): boolean {
  const row = document.activeElement;
  if (!(row instanceof HTMLTableRowElement)) return false;
  row.querySelector<HTMLElement>("a[href], button:not(:disabled)")?.click();
  return true;
}

export const TABLE_KEYS = {
  j: () => move(1),
  k: () => move(-1),
  Enter: open,
  f: () => document.querySelector<HTMLElement>(FILTERS)?.focus(),
  y: () => void copyText(focusedRow()?.cells[0]?.innerText.split("\n")[0] ?? ""),
} as const;
