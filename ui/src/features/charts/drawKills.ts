import { type Draw, type Token, tokensOf } from "@shared/components/Plot";
import { formatNumber } from "@shared/format";
import type uPlot from "uplot";
import * as css from "./charts.module.css";
import { formatTick } from "./days";
import { plotOptions } from "./plotOptions";
import { ticks } from "./scale";
import { killsOf, peakOf, type Week } from "./weeks";

/** Pixels: bar width, bar width on phones, corner radius, gap between PvP and PK. */
const BAR = 18;
const BAR_NARROW = 12;
const HEAD = 3;
const GAP = 2;

export const drawKills =
  (weeks: readonly Week[]): Draw =>
  (field, narrow) => {
    const token = tokensOf(field);
    const last = weeks.length - 1;
    const step = Math.ceil(weeks.length / (narrow ? 2 : 4));
    const marks = weeks.map((_, index) => index).filter((index) => index % step === 0 && index < last);
    const max = Math.max(1, ...weeks.map(killsOf));
    return {
      data: [weeks.map((_, index) => index), weeks.map(killsOf)],
      options: {
        ...plotOptions(
          {
            from: -0.5,
            to: last + 0.5,
            marks: [...marks.map((index) => [index, formatTick(weeks[index]?.monday ?? 0)] as const), [last, "now"]],
            gridLines: ticks(0, max * 1.1, narrow ? 4 : 5),
          },
          token,
        ),
        series: [{}, { paths: () => null, points: { show: false } }],
        hooks: { draw: [(plot) => drawBars(plot, weeks, narrow ? BAR_NARROW : BAR, token)] },
      },
    };
  };

function drawBars(plot: uPlot, weeks: readonly Week[], width: number, token: Token) {
  const { ctx } = plot;
  ctx.save();
  weeks.forEach((week, index) => {
    bar(plot, index, width, 0, week.pvp, week.running, token("--gold"));
    bar(plot, index, width, week.pvp, killsOf(week), week.running, token("--life"));
  });
  ctx.restore();
  const peak = peakOf(weeks);
  plot.over.replaceChildren(...(peak ? [label(plot, weeks.indexOf(peak), killsOf(peak))] : []));
}

/** Draws one part of a week's bar. The current week is faint with a dashed edge. */
function bar(plot: uPlot, index: number, width: number, low: number, high: number, running: boolean, color: string) {
  if (high <= low) return;
  const { ctx } = plot;
  const pixel = devicePixelRatio;
  const lift = low > 0 ? GAP * pixel : 0;
  const [top, bottom] = [plot.valToPos(high, "y", true), plot.valToPos(low, "y", true) - lift];
  const left = plot.valToPos(index, "x", true) - (width / 2) * pixel;
  const head = low > 0 ? 2 * pixel : [HEAD * pixel, HEAD * pixel, 0, 0];
  ctx.beginPath();
  // A single kill among thousands is still one pixel high.
  ctx.roundRect(left, Math.min(top, bottom - pixel), width * pixel, Math.max(pixel, bottom - top), head);
  ctx.fillStyle = color;
  ctx.globalAlpha = running ? 0.2 : 0.85;
  ctx.fill();
  if (!running) return;
  ctx.globalAlpha = 1;
  ctx.strokeStyle = color;
  ctx.lineWidth = pixel;
  ctx.setLineDash([3 * pixel, 3 * pixel]);
  ctx.stroke();
  ctx.setLineDash([]);
}

function label(plot: uPlot, index: number, kills: number): HTMLElement {
  const element = document.createElement("b");
  element.textContent = formatNumber(kills);
  element.className = css.peak;
  element.style.left = `${plot.valToPos(index, "x")}px`;
  element.style.top = `${plot.valToPos(kills, "y")}px`;
  return element;
}
