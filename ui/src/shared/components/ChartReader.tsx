import { type PointerEvent, useRef, useState } from "react";
import * as css from "./chart-reader.module.css";
import { nearest, type Point } from "./chart-scale";
import { classes } from "./classes";

export interface Reading extends Point {
  /** The first line of the tooltip, and what follows it. */
  readonly lines: readonly [string, ...string[]];
}

interface ChartReaderProps {
  label: string;
  readings: readonly Reading[];
}

/**
 * Shows the values of a chart at the pointer, the finger or the arrow keys. On touch the value stays until a touch
 * elsewhere. It lies over the chart's plot.
 */
export default function ChartReader({ label, readings }: ChartReaderProps) {
  const slider = useRef<HTMLInputElement>(null);
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const current = activeIndex ?? readings.length - 1;
  const point = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setActiveIndex(nearest(readings, ((event.clientX - left) / width) * 100));
  };
  return (
    <div
      className={css.reader}
      onPointerDown={(event) => {
        event.preventDefault();
        slider.current?.focus({ preventScroll: true });
        point(event);
      }}
      onPointerMove={point}
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && setActiveIndex(null)}
    >
      <input
        ref={slider}
        type="range"
        aria-label={label}
        aria-valuetext={readings[current]?.lines.join(", ")}
        max={readings.length - 1}
        value={current}
        onChange={({ target }) => setActiveIndex(Number(target.value))}
        onFocus={() => setActiveIndex(current)}
        onBlur={() => setActiveIndex(null)}
      />
      {activeIndex !== null && readings[activeIndex] && <Tip reading={readings[activeIndex]} />}
    </div>
  );
}

function Tip({ reading: { x, y, lines } }: { reading: Reading }) {
  return (
    <>
      <svg className={css.cross} aria-hidden="true">
        <line x1={`${x}%`} x2={`${x}%`} y2="100%" />
        <circle cx={`${x}%`} cy={`${y}%`} r="5" />
      </svg>
      <p className={classes(css.tip, x > 50 && css.before)} style={{ left: `${x}%` }} aria-hidden="true">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
    </>
  );
}
