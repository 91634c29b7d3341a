import * as text from "text:charts";
import ChartReader, { type Reading } from "@shared/components/ChartReader";
import { linePath, type Point } from "@shared/components/chart-scale";
import { classes } from "@shared/components/classes";
import { formatNumber } from "@shared/format";
import type { ReactNode } from "react";
import * as css from "./charts.module.css";
import { formatTick } from "./days";

export interface Mark {
  /** Position in percent of the plot. */
  x: number;
  text: string;
  /** Shown on wide screens only. */
  minor?: boolean;
}

interface ChartFrameProps {
  /** Text alternative of the drawing. */
  label: string;
  /** Name of the control that reads the values. */
  readerLabel: string;
  readings: readonly Reading[];
  /** Values of the grid lines, from the bottom of the plot to its top. */
  steps: readonly number[];
  marks: readonly Mark[];
  formatStep?: (value: number) => string;
  className?: string | undefined;
  /** The drawing, in percent of the plot. */
  children: ReactNode;
}

/** A plot with grid lines, the texts of both axes and the values at the pointer. */
export function ChartFrame({
  label,
  readerLabel,
  readings,
  steps,
  marks,
  className,
  children,
  ...rest
}: ChartFrameProps) {
  const { formatStep = formatNumber } = rest;
  return (
    <div className={classes(css.plot, className)}>
      <svg className={css.drawing} role="img" aria-label={label}>
        {steps.map((value) => (
          <GridLine key={value} text={formatStep(value)} y={`${percentOf(value, steps)}%`} />
        ))}
        {marks.map(({ x, text, minor }) => (
          <text key={x} className={classes(css.mark, minor && css.minor)} x={`${x}%`} y="100%">
            {text}
          </text>
        ))}
        {children}
      </svg>
      <ChartReader label={readerLabel} readings={readings} />
    </div>
  );
}

function GridLine({ text, y }: { text: string; y: string }) {
  return (
    <g className={css.gridLine}>
      <line x2="100%" y1={y} y2={y} />
      <text x="-10" y={y} dy="0.32em">
        {text}
      </text>
    </g>
  );
}

export function SeriesLine({ series, points }: { series: number; points: readonly Point[] }) {
  const end = points.at(-1);
  return (
    <g className={css.line} data-series={series}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={linePath(points)} />
      </svg>
      {end && <circle cx={`${end.x}%`} cy={`${end.y}%`} r="4" />}
    </g>
  );
}

const SHARES = [0, 1 / 4, 1 / 2, 3 / 4];

/** Marks at the quarters of some days, and at the end. */
export function marksOfDays(days: readonly number[]): Mark[] {
  const last = days.length - 1;
  // Of few days, quarters fall on the same day or on the last one.
  const marked = new Set(SHARES.map((share) => Math.round(share * last)));
  const marks = [...marked]
    .filter((day) => day < last)
    .map((day, index) => ({ x: (day / last) * 100, text: formatTick(days[day] ?? 0), minor: index % 2 === 1 }));
  return [...marks, { x: 100, text: text.now }];
}

/** Position of a value in percent of the plot, from its top. */
export function percentOf(value: number, steps: readonly number[]): number {
  const [min, max] = [steps.at(0) ?? 0, steps.at(-1) ?? 1];
  return 100 - ((value - min) / (max - min)) * 100;
}
