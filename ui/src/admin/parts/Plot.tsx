import { classes } from "@shared/components/classes";
import type { ReactNode } from "react";
import * as chart from "./chart.module.css";

/** A place on an axis: percent of its length, and the text beside it. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

interface Props {
  /** From the bottom. */
  values: readonly Tick[];
  /** From the left. */
  times: readonly Tick[];
  /** Has room for longer values. */
  isWide?: boolean;
  /** Paths in a field of 100 by 100, from the top left corner. */
  children: ReactNode;
}

/** The field of a chart with a line and a text for each tick. Its numbers have to be in a table as well. */
export function Plot({ values, times, isWide, children }: Props) {
  const grid = [...values.map(({ at }) => `M0 ${100 - at}H100`), ...times.map(({ at }) => `M${at} 0V100`)].join("");
  return (
    <div className={classes(chart.chart, isWide && chart.wide)}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path className={chart.grid} d={grid} fill="none" />
        {children}
      </svg>
      {/* without a viewBox: its texts are not stretched */}
      <svg className={chart.labels} aria-hidden="true">
        {values.map(({ at, label }) => (
          <text key={at} className={chart.value} x="0" dx={-8} y={`${100 - at}%`}>
            {label}
          </text>
        ))}
        {times.map(({ at, label }) => (
          <text key={at} x={`${at}%`} y="100%" dy={20}>
            {label}
          </text>
        ))}
      </svg>
    </div>
  );
}
