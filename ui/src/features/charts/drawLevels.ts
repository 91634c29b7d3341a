import { type Draw, type Token, tokensOf } from "@shared/components/Plot";
import type uPlot from "uplot";
import * as css from "./charts.module.css";
import { formatTick } from "./days";
import type { LevelLine, Levels } from "./levels";
import { plotOptions } from "./plotOptions";
import { ticks } from "./scale";

/** Colours and dashes; lines differ in both. An account has at most seven characters. */
const COLORS = ["--series-1", "--series-2", "--race-1", "--race-2", "--race-3", "--text", "--muted"] as const;
const DASHES = [[], [7, 5], [2, 4], [10, 4, 2, 4], [12, 6], [4, 4], [1, 3]] as const;

const LABEL_HEIGHT = 18;
const LABEL_DROP = 8;

export const drawLevels =
  ({ days, lines }: Levels): Draw =>
  (field, narrow) => {
    const token = tokensOf(field);
    const [from, to] = [days.at(0) ?? 0, days.at(-1) ?? 1];
    const values = lines.flatMap(({ values }) => values.filter((value) => value !== null));
    const marks = narrow ? [0, 1 / 2] : [0, 1 / 4, 1 / 2, 3 / 4];
    return {
      data: [[...days], ...lines.map(({ values }) => [...values])],
      options: {
        ...plotOptions(
          {
            from,
            to,
            marks: [...marks.map((share) => mark(Math.round(from + share * (to - from)))), [to, "now"]],
            gridLines: ticks(Math.min(...values), Math.max(...values), narrow ? 4 : 5),
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
    stroke: token(colorOf(index)),
    width: 2,
    dash: [...(DASHES[index % DASHES.length] ?? [])],
    spanGaps: true,
    points: { show: false },
    ...(index === 0 && { fill: (plot) => fadeOut(plot, token("--wash-strong")) }),
  };
}

const colorOf = (index: number) => COLORS[index % COLORS.length] ?? COLORS[0];

function fadeOut({ ctx, bbox }: uPlot, color: string) {
  const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
  gradient.addColorStop(0, color);
  gradient.addColorStop(1, "transparent");
  return gradient;
}

/** Draws a dot at the end of each line and its label under it, instead of a legend. */
function markEnds(plot: uPlot, lines: readonly LevelLine[], token: Token) {
  const ends = lines.map(({ values }, index) => {
    const last = values.findLastIndex((value) => value !== null);
    return { index, x: plot.data[0][last] ?? 0, value: values[last] ?? 0 };
  });
  for (const { index, x, value } of ends) dot(plot, x, value, token(colorOf(index)), token("--raised"));
  const height = plot.over.clientHeight;
  const places = separate(
    ends.map(({ value }) => labelTop(plot.valToPos(value, "y"), height)),
    height,
  );
  plot.over.replaceChildren(
    ...lines.map(({ name, level }, index) => label(`${name} ${level}`, index, places[index] ?? 0)),
  );
}

function dot(plot: uPlot, x: number, y: number, color: string, edge: string) {
  const { ctx } = plot;
  const pixel = devicePixelRatio;
  ctx.save();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.arc(plot.valToPos(x, "x", true), plot.valToPos(y, "y", true), 4 * pixel, 0, 2 * Math.PI);
  ctx.fillStyle = color;
  ctx.strokeStyle = edge;
  ctx.lineWidth = 2 * pixel;
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}

function label(text: string, index: number, top: number): HTMLElement {
  const element = document.createElement("b");
  element.textContent = text;
  element.className = css.name;
  element.style.top = `${top}px`;
  element.style.setProperty("--color", `var(${colorOf(index)})`);
  return element;
}

/** Position of a label: under the end of the line, or above if there is no room. */
const labelTop = (end: number, height: number) =>
  end + LABEL_DROP + LABEL_HEIGHT <= height ? end + LABEL_DROP : end - LABEL_DROP - LABEL_HEIGHT;

/** Moves overlapping labels apart and keeps them inside the plot. */
export function separate(tops: readonly number[], height: number): number[] {
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
