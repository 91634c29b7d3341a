import { useEffect, useRef } from "react";
import { classes } from "./classes";
import * as css from "./meter.module.css";

interface MeterProps {
  label: string;
  /** In percent; what lies beyond 100 fills the bar and no more. */
  percent: number;
  /** Said aloud instead of the bare percentage. */
  text?: string;
  tone?: "gold" | "life" | "mana";
  tall?: boolean;
  /** Divides the track in quarters. */
  marked?: boolean;
}

/** A bar that is partly full. */
export function Meter({ label, percent, text, tone = "gold", tall, marked }: MeterProps) {
  const full = Math.min(100, Math.max(0, percent));
  const fill = useRef<HTMLSpanElement>(null);
  useEffect(() => fill.current?.style.setProperty("--full", `${full}%`), [full]);
  return (
    <div
      className={classes(css.track, css[tone], tall && css.tall, marked && css.marked)}
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(full * 10) / 10}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={text}
    >
      <span ref={fill} />
    </div>
  );
}
