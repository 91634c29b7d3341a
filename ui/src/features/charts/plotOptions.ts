import type { Token } from "@shared/components/Plot";
import { formatNumber } from "@shared/format";
import type { Axis, Options } from "uplot";

interface PlotFrame {
  /** Position and text of each label on the x axis. */
  marks: readonly (readonly [at: number, text: string])[];
  /** Values of the horizontal grid lines. */
  gridLines: readonly number[];
  /** Range of the x axis. */
  from: number;
  to: number;
}

/** uPlot options that the charts share: axis labels, faint grid lines, no interaction. */
export function plotOptions(
  { marks, gridLines, from, to }: PlotFrame,
  token: Token,
): Omit<Options, "width" | "height" | "series"> {
  const labels = new Map(marks);
  const axis: Axis = { stroke: token("--muted"), font: `13px ${token("--body")}`, ticks: { show: false } };
  const [min, max] = [gridLines.at(0) ?? 0, gridLines.at(-1) ?? 1];
  return {
    padding: [12, 18, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [from, to] },
      y: { range: [min, max] },
    },
    axes: [
      {
        ...axis,
        size: 36,
        gap: 12,
        grid: { show: false },
        splits: () => [...labels.keys()],
        values: (_, at) => at.map((value) => labels.get(value) ?? ""),
      },
      {
        ...axis,
        size: (_, values) => 18 + 8 * Math.max(1, ...(values ?? []).map((value) => value.length)),
        gap: 8,
        grid: { stroke: token("--line-faint"), width: 1 },
        splits: () => [...gridLines],
        values: (_, at) => at.map((value) => formatNumber(value)),
      },
    ],
  };
}
