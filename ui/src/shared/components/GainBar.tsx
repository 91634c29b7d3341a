import css from "./gain-bar.module.css";

/** A line at the bottom of a row, as long as the gain is of the largest one. */
export function GainBar({ largest, gain }: { largest: number | undefined; gain: number }) {
  return <progress className={css.bar} max={largest} value={gain} aria-hidden="true" />;
}
