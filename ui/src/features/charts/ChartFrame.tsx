import ChartReader, { type Reading } from "@shared/components/ChartReader";
import { classes } from "@shared/components/classes";
import { formatNumber } from "@shared/format";
import type { ReactNode } from "react";
import * as css from "./charts.module.css";

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
  className?: string | undefined;
  /** The drawing, in percent of the plot. */
  children: ReactNode;
}

/** A plot with grid lines, the texts of both axes and the values at the pointer. */
export function ChartFrame({ label, readerLabel, readings, steps, marks, className, children }: ChartFrameProps) {
  return (
    <div className={classes(css.plot, className)}>
      <svg className={css.drawing} role="img" aria-label={label}>
        {steps.map((value) => (
          <GridLine key={value} value={value} y={`${percentOf(value, steps)}%`} />
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

function GridLine({ value, y }: { value: number; y: string }) {
  return (
    <g className={css.gridLine}>
      <line x2="100%" y1={y} y2={y} />
      <text x="-10" y={y} dy="0.32em">
        {formatNumber(value)}
      </text>
    </g>
  );
}

/** Position of a value in percent of the plot, from its top. */
export function percentOf(value: number, steps: readonly number[]): number {
  const [min, max] = [steps.at(0) ?? 0, steps.at(-1) ?? 1];
  return 100 - ((value - min) / (max - min)) * 100;
}
