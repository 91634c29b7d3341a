import * as css from "./places.module.css";

/** A bar beside the number that it draws; `share` of the longest bar, 0 to 1. */
export const ShareBar = ({ share }: { share: number }) => (
  <svg className={css.bar} aria-hidden="true">
    <rect width="100%" height="10" rx="5" />
    <rect width={`${Math.round(share * 100)}%`} height="10" rx="5" />
  </svg>
);
