import * as text from "text:inventory";
import { classes } from "@shared/components/classes";
import * as tab from "@shared/components/tab.module.css";
import { formatNumber } from "@shared/format";
import { type KeyboardEvent, useRef } from "react";
import * as css from "./tabs.module.css";

const PLACES = ["inventory", "equipped"] as const;
export type Place = (typeof PLACES)[number];

interface Props {
  /** Prefix of the ids of the tabs and their panel. */
  id: string;
  place: Place;
  counts: Readonly<Record<Place, number>> | undefined;
  onPlace: (place: Place) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Inventory and Equipped. Arrow keys move between the tabs (ARIA tabs pattern). */
export function InventoryTabs({ id, place, counts, onPlace }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = PLACES.indexOf(place) + step;
    const next = PLACES[(at + PLACES.length) % PLACES.length] ?? PLACES[0];
    onPlace(next);
    row.current?.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus();
  };
  return (
    <div ref={row} className={css.tabs} role="tablist" aria-label={text.where} onKeyDown={onKeyDown}>
      {PLACES.map((option) => (
        <button
          key={option}
          type="button"
          role="tab"
          id={`${id}-${option}`}
          data-place={option}
          className={classes(tab.tab, css.tab)}
          aria-selected={option === place}
          aria-controls={`${id}-panel`}
          tabIndex={option === place ? 0 : -1}
          onClick={() => onPlace(option)}
        >
          {text.places[option]} {counts && <span className={css.count}>{formatNumber(counts[option])}</span>}
        </button>
      ))}
    </div>
  );
}
