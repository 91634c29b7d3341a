import { classes } from "./classes";
import * as css from "./skeleton.module.css";

/** A placeholder of loading content; decorative, so announce "Loading" elsewhere. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={classes(css.skeleton, className)} aria-hidden="true" />;
}
