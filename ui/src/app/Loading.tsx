import type { ReactNode } from "react";
import * as css from "./loading.module.css";

/** Holds a screen's height while its code is on the way, so that the footer does not jump. */
export function Loading({ children = "Loading..." }: { children?: ReactNode }) {
  return (
    <p className={css.loading} role="status">
      {children}
    </p>
  );
}
