import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { Glyph } from "./Icon";
import { Link } from "./Link";
import * as css from "./tabs.module.css";

export interface Tab {
  id: string;
  label: string;
  /** SVG path of an icon, on a 24 by 24 grid. */
  glyph?: string;
  count?: number;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  current: string;
  /** Query string of a tab; by default `tab` alone. */
  search?: (id: string) => string;
}

/** Tabs kept in the address: each is a link, so it can be shared and Back returns. */
export function Tabs({ label, tabs, current, search = (id) => `?tab=${id}` }: TabsProps) {
  const { pathname } = useLocation();
  const open = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is brought into view when it changes
  useEffect(() => showInRow(open.current), [current]);
  return (
    <nav className={css.tabs} aria-label={label}>
      <ul>
        {tabs.map(({ id, label: name, glyph, count }) => (
          <li key={id}>
            <Link
              ref={id === current ? open : undefined}
              className={css.tab}
              to={{ pathname, search: search(id) }}
              aria-current={id === current ? "page" : undefined}
            >
              {glyph && <Glyph path={glyph} />}
              {name}
              {count !== undefined && <span className={css.count}>{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls the row only; scrollIntoView would scroll the page too. */
function showInRow(tab: HTMLElement | null) {
  const row = tab?.closest("ul");
  if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
