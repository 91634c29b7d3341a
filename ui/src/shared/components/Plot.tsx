import { type ReactNode, useEffect, useRef } from "react";
import type { AlignedData, Options } from "uplot";
import { whenVisible } from "../whenVisible";
import * as css from "./chart.module.css";
import { classes } from "./classes";

interface Drawing {
  options: Omit<Options, "width" | "height">;
  data: AlignedData;
}

/** Returns what to plot; `narrow` selects the phone version. */
export type Draw = (field: HTMLElement, narrow: boolean) => Drawing;

const NARROW = 480;

interface PlotProps {
  label: string;
  /** Must keep its identity while the data is unchanged. */
  draw: Draw;
  className?: string;
  /** A drawing that is shown until the chart is loaded. */
  children?: ReactNode;
}

/** A uPlot chart. */
export function Plot({ label, draw, className, children }: PlotProps) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => whenVisible(field.current, (element) => load(element, draw)), [draw]);
  return (
    <div ref={field} className={classes(css.field, className)} role="img" aria-label={label}>
      {children}
    </div>
  );
}

export type Token = (name: string) => string;

/** Reads CSS custom properties, for drawing on a canvas. */
export function tokensOf(field: HTMLElement): Token {
  const styles = getComputedStyle(field);
  return (name) => styles.getPropertyValue(name).trim();
}

/** Loads uPlot, resizes the plot with its field, and redraws it when the width crosses `NARROW`. */
function load(field: HTMLElement, draw: Draw) {
  let stopped = false;
  let clear = () => {};
  void Promise.all([import("uplot"), document.fonts.ready]).then(([{ default: UPlot }]) => {
    if (stopped) return;
    let narrow: boolean | null = null;
    let plot: { setSize: (size: { width: number; height: number }) => void; destroy: () => void } | null = null;
    const fit = () => {
      const size = { width: field.clientWidth, height: field.clientHeight };
      const isNarrow = size.width < NARROW;
      if (plot && isNarrow === narrow) return plot.setSize(size);
      plot?.destroy();
      narrow = isNarrow;
      const { options, data } = draw(field, isNarrow);
      plot = new UPlot({ ...options, ...size }, data, field);
    };
    const watcher = new ResizeObserver(fit);
    watcher.observe(field);
    clear = () => {
      watcher.disconnect();
      plot?.destroy();
    };
  });
  return () => {
    stopped = true;
    clear();
  };
}
