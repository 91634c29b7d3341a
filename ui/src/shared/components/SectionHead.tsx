import type { ReactNode } from "react";
import * as css from "./section-head.module.css";

interface SectionHeadProps {
  title: string;
  id?: string;
  /** A link or note at the far end. */
  children?: ReactNode;
}

/** A heading followed by a line. */
export function SectionHead({ title, id, children }: SectionHeadProps) {
  return (
    <div className={css.head}>
      <h2 id={id}>{title}</h2>
      {children && <div className={css.end}>{children}</div>}
    </div>
  );
}
