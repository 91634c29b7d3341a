import type uPlot from "uplot";
import * as css from "./charts.module.css";
import { formatTick } from "./days";
import type { LevelLine, Levels } from "./levels";
import type { Draw } from "./Plot";
import { frame, type Token, tokensOf } from "./plotOptions";
import { ticks } from "./scale";

/** Colours and dashes; lines differ in both. An account has at most seven characters. */
const INKS = ["--series-1", "--series-2", "--race-1", "--race-2", "--race-3", "--text", "--muted"] as const;
const DASHES = [[], [7, 5], [2, 4], [10, 4, 2, 4], [12, 6], [4, 4], [1, 3]] as const;

const LABEL_HEIGHT = 18;
const LABEL_DROP = 8;

export const drawLevels =
  ({ days, lines }: Levels): Draw =>
  (field, narrow) => {
    const token = tokensOf(field);
    const [from, to] = [days.at(0) ?? 0, days.at(-1) ?? 1];
    const known = lines.flatMap(({ values }) => values.filter((value) => value !== null));
    const marks = narrow ? [0, 1 / 2] : [0, 1 / 4, 1 / 2, 3 / 4];
    return {
      data: [[...days], ...lines.map(({ values }) => [...values])],
      options: {
        ...frame(
          {
            from,
            to,
            marks: [...marks.map((share) => mark(Math.round(from + share * (to - from)))), [to, "now"]],
            lines: ticks(Math.min(...known), Math.max(...known), narrow ? 4 : 5),
          },
          token,
        ),
        series: [{}, ...lines.map((_, index) => stroke(index, token))],
        hooks: { draw: [(plot) => markEnds(plot, lines, token)] },
      },
    };
  };

const mark = (day: number) => [day, formatTick(day)] as const;

function stroke(index: number, token: Token): uPlot.Series {
  return {
    stroke: token(inkOf(index)),
    width: 2,
    dash: [...(DASHES[index % DASHES.length] ?? [])],
    spanGaps: true,
    points: { show: false },
    ...(index === 0 && { fill: (plot) => fading(plot, token("--wash-strong")) }),
  };
}

const inkOf = (index: number) => INKS[index % INKS.length] ?? INKS[0];

function fading({ ctx, bbox }: uPlot, ink: string) {
  const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
  gradient.addColorStop(0, ink);
  gradient.addColorStop(1, "transparent");
  return gradient;
}

/** Draws a dot at the end of each line and its label under it, instead of a legend. */
function markEnds(plot: uPlot, lines: readonly LevelLine[], token: Token) {
  const ends = lines.map(({ values }, index) => {
    const last = values.findLastIndex((value) => value !== null);
    return { index, x: plot.data[0][last] ?? 0, value: values[last] ?? 0 };
  });
  for (const { index, x, value } of ends) dot(plot, x, value, token(inkOf(index)), token("--raised"));
  const height = plot.over.clientHeight;
  const places = apart(
    ends.map(({ value }) => beside(plot.valToPos(value, "y"), height)),
    height,
  );
  plot.over.replaceChildren(
    ...lines.map(({ name, level }, index) => label(`${name} ${level}`, index, places[index] ?? 0)),
  );
}

function dot(plot: uPlot, x: number, y: number, ink: string, edge: string) {
  const { ctx } = plot;
  const pixel = devicePixelRatio;
  ctx.save();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.arc(plot.valToPos(x, "x", true), plot.valToPos(y, "y", true), 4 * pixel, 0, 2 * Math.PI);
  ctx.fillStyle = ink;
  ctx.strokeStyle = edge;
  ctx.lineWidth = 2 * pixel;
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}

function label(text: string, index: number, top: number): HTMLElement {
  const word = document.createElement("b");
  word.textContent = text;
  word.className = css.name;
  word.style.top = `${top}px`;
  word.style.setProperty("--ink", `var(${inkOf(index)})`);
  return word;
}

/** Position of a label: under the end of the line, or above if there is no room. */
const beside = (end: number, height: number) =>
  end + LABEL_DROP + LABEL_HEIGHT <= height ? end + LABEL_DROP : end - LABEL_DROP - LABEL_HEIGHT;

/** Moves overlapping labels apart and keeps them inside the plot. */
export function apart(tops: readonly number[], height: number): number[] {
  const order = tops.map((_, index) => index).sort((a, b) => (tops[a] ?? 0) - (tops[b] ?? 0));
  const placed = [...tops];
  let free = 0;
  for (const index of order) {
    placed[index] = Math.max(free, tops[index] ?? 0);
    free = (placed[index] ?? 0) + LABEL_HEIGHT;
  }
  let floor = height - LABEL_HEIGHT;
  for (const index of order.reverse()) {
    placed[index] = Math.min(floor, placed[index] ?? 0);
    floor = (placed[index] ?? 0) - LABEL_HEIGHT;
  }
  return placed;
}
