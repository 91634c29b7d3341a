import * as text from "text:roulette";
import { classes } from "@shared/components/classes";
import { formatNumber } from "@shared/format";
import { useLayoutEffect, useRef } from "react";
import type { Draw } from "./fairness";
import * as css from "./fairness.module.css";
import type { Slot } from "./queries";
import { numeral, TIERS } from "./tiers";
import * as tiers from "./tiers.module.css";

/** Position of the draw among all slots, drawn to scale by weight. */
export function DrawStrip({ result: { point, total, position }, slots }: { result: Draw; slots: readonly Slot[] }) {
  const mark = useRef<HTMLElement>(null);
  const [at, all] = [Number(point), Number(total)];
  useLayoutEffect(() => mark.current?.style.setProperty("--at", String((at + 0.5) / all)), [at, all]);
  const label = text.drawAt({
    point: formatNumber(at),
    total: formatNumber(all),
    slot: numeral(position),
  });
  return (
    <div className={css.draw} role="img" aria-label={label}>
      <div className={css.track}>
        <b ref={mark}>{formatNumber(at)}</b>
      </div>
      <svg viewBox={`0 0 ${all} 14`} preserveAspectRatio="none" aria-hidden="true">
        {segments(slots).map(({ slot, from }) => (
          <rect
            key={slot.position}
            className={classes(tiers[TIERS[slot.prize_tier].key], slot.position === position && css.hit)}
            x={from}
            width={slot.weight}
            height="14"
          />
        ))}
      </svg>
      <p>
        <span>0</span>
        <span>{text.drawScale}</span>
        <span>{formatNumber(all)}</span>
      </p>
    </div>
  );
}

function segments(slots: readonly Slot[]) {
  const sortedSlots = slots.toSorted((a, b) => a.position - b.position);
  const weightBefore = (index: number) => sortedSlots.slice(0, index).reduce((sum, { weight }) => sum + weight, 0);
  return sortedSlots.map((slot, index) => ({ slot, from: weightBefore(index) }));
}
