import type { Axis, Options } from "uplot";

interface Frame {
  /** Where a word stands under the drawing, and the word. */
  marks: readonly (readonly [at: number, word: string])[];
  /** The lines across it. */
  lines: readonly number[];
  /** The first and the last place of the drawing from left to right. */
  from: number;
  to: number;
}

export type Token = (name: string) => string;

/** Reads the tokens of the style sheet for a canvas. */
export function tokensOf(field: HTMLElement): Token {
  const styles = getComputedStyle(field);
  return (name) => styles.getPropertyValue(name).trim();
}

/** What every drawing here has: words under it, faint lines across it, and nothing that moves. */
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
