import { classes } from "./classes";
import * as css from "./meter.module.css";

interface MeterProps {
  label: string;
  /** Percent; the bar is full at 100 and above. */
  percent: number;
  /** Read aloud instead of the percentage. */
  text?: string;
  tone?: "gold" | "life" | "mana";
  tall?: boolean;
  /** Marks the quarters of the track. */
  withTicks?: boolean;
}

/** A horizontal progress bar. */
export function Meter({ label, percent, text, tone = "gold", tall, withTicks }: MeterProps) {
  const full = Math.min(100, Math.max(0, percent));
  return (
    <div
      className={classes(css.track, css[tone], tall && css.tall, withTicks && css.marked)}
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(full * 10) / 10}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={text}
    >
      <svg width={`${full}%`} aria-hidden="true" />
    </div>
  );
}
