import type { ReactNode } from "react";
import * as css from "./section-head.module.css";

interface SectionHeadProps {
  title: string;
  id?: string;
  /** Stands at the far end: a link or a note. */
  children?: ReactNode;
}

/** A heading that trails off into a line. */
export function SectionHead({ title, id, children }: SectionHeadProps) {
  return (
    <div className={css.head}>
      <h2 id={id}>{title}</h2>
      {children && <div className={css.end}>{children}</div>}
    </div>
  );
}
