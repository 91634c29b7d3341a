import * as css from "./player.module.css";

/** The guard's first sight, and what holds the place of a tab whose code is on the way. */
export function Loading() {
  return (
    <p className={css.loading} role="status">
      Loading your dashboard...
    </p>
  );
}
