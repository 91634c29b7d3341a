import type { Axis, Options } from "uplot";

interface Frame {
  /** Position and text of each label on the x axis. */
  marks: readonly (readonly [at: number, word: string])[];
  /** Values of the horizontal grid lines. */
  lines: readonly number[];
  /** Range of the x axis. */
  from: number;
  to: number;
}

export type Token = (name: string) => string;

/** Reads CSS custom properties, for drawing on a canvas. */
export function tokensOf(field: HTMLElement): Token {
  const styles = getComputedStyle(field);
  return (name) => styles.getPropertyValue(name).trim();
}

/** uPlot options that the charts share: axis labels, faint grid lines, no interaction. */
export function frame({ marks, lines, from, to }: Frame, token: Token): Omit<Options, "width" | "height" | "series"> {
  const words = new Map(marks);
  const axis: Axis = { stroke: token("--muted"), font: `13px ${token("--body")}`, ticks: { show: false } };
  const [least, greatest] = [lines.at(0) ?? 0, lines.at(-1) ?? 1];
  return {
    padding: [12, 18, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [from, to] },
      y: { range: [least, greatest] },
    },
    axes: [
      {
        ...axis,
        size: 36,
        gap: 12,
        grid: { show: false },
        splits: () => [...words.keys()],
        values: (_, at) => at.map((each) => words.get(each) ?? ""),
      },
      {
        ...axis,
        size: (_, values) => 18 + 8 * Math.max(1, ...(values ?? []).map((value) => value.length)),
        gap: 8,
        grid: { stroke: token("--line-faint"), width: 1 },
        splits: () => [...lines],
        values: (_, at) => at.map((each) => each.toLocaleString()),
      },
    ],
  };
}
