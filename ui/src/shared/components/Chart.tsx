import { useEffect, useRef } from "react";
import type { Options } from "uplot";
import { whenVisible } from "../whenVisible";
import * as css from "./chart.module.css";
import { Disclosure } from "./Disclosure";

export interface Series {
  label: string;
  values: readonly (number | null)[];
  dashed?: boolean;
}

interface ChartProps {
  /** Text alternative: what the chart shows and its main finding. */
  label: string;
  /** Epoch seconds, ascending. */
  times: readonly number[];
  series: readonly Series[];
  formatTime: (at: Date) => string;
  formatValue: (value: number) => string;
}

/** A line chart over time, with its data as a table. */
export function Chart(props: ChartProps) {
  const { label, times, series, formatTime, formatValue } = props;
  const field = useRef<HTMLDivElement>(null);
  useEffect(
    () => whenVisible(field.current, (element) => load(element, { times, series, formatTime, formatValue })),
    [times, series, formatTime, formatValue],
  );
  return (
    <figure className={css.chart}>
      <div className={css.field} ref={field} role="img" aria-label={label} />
      <Disclosure summary="Read as a table">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
        <section className={css.scroll} aria-label={`${label}, as a table`} tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Time</th>
                {series.map(({ label: name }) => (
                  <th scope="col" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((time, row) => (
                <tr key={time}>
                  <th scope="row">{formatTime(new Date(time * 1000))}</th>
                  {series.map(({ label: name, values }) => (
                    <td key={name}>{shown(values[row], formatValue)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Disclosure>
    </figure>
  );
}

const shown = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? "–" : format(value);

type Drawn = Omit<ChartProps, "label">;

/** Draws the plot and resizes it with its field. */
function load(field: HTMLElement, drawn: Drawn) {
  let stopped = false;
  let stop = () => {};
  void import("uplot").then(({ default: UPlot }) => {
    if (stopped) return;
    const data = [drawn.times as number[], ...drawn.series.map(({ values }) => values as number[])];
    const plot = new UPlot(options(field, drawn), data as [number[], ...number[][]], field);
    const watcher = new ResizeObserver(() => plot.setSize(size(field)));
    watcher.observe(field);
    stop = () => {
      watcher.disconnect();
      plot.destroy();
    };
  });
  return () => {
    stopped = true;
    stop();
  };
}

const size = (field: HTMLElement) => ({ width: field.clientWidth, height: field.clientHeight });

function options(field: HTMLElement, { series, formatTime, formatValue }: Drawn): Options {
  const styles = getComputedStyle(field);
  const token = (name: string) => styles.getPropertyValue(name).trim();
  const axis = { stroke: token("--muted"), font: `13px ${token("--body")}`, ticks: { show: false } };
  const line = { stroke: token("--line-faint"), width: 1 };
  return {
    ...size(field),
    padding: [12, 28, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 9 } },
    axes: [
      {
        ...axis,
        size: 36,
        grid: { show: false },
        space: 80,
        values: (_, at) => at.map((time) => formatTime(new Date(time * 1000))),
      },
      { ...axis, grid: line, size: 56, values: (_, at) => at.map(formatValue) },
    ],
    scales: { y: { range: (_, __, most) => [0, Math.max(1, most) * 1.15] } },
    series: [
      {},
      ...series.map(({ dashed }, index) => ({
        stroke: token(`--series-${index + 1}`),
        width: 2,
        ...(dashed ? { dash: [6, 5] } : { fill: token("--wash-strong") }),
        points: { show: false },
      })),
    ],
  };
}
