import * as text from "text:shell";
import type { ReactNode } from "react";
import * as css from "./loading.module.css";

/** Placeholder of a page's height while its code loads, so that the footer does not jump. */
export function Loading({ children = text.loading }: { children?: ReactNode }) {
  return (
    <p className={css.loading} role="status">
      {children}
    </p>
  );
}
