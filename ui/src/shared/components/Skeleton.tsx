import { classes } from "./classes";
import * as css from "./skeleton.module.css";

/** A bone of the final size while the real thing is on its way; decorative, so say "Loading" beside it. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={classes(css.bone, className)} aria-hidden="true" />;
}
