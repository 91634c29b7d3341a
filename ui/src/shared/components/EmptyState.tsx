import type { ReactNode } from "react";
import * as css from "./state.module.css";

const DRAWINGS = {
  castle:
    "M10 86V46h6v-8h6v8h6v-8h6v8M62 46v-8h6v8h6v-8h6v8h6v40M34 46V22h5v-7h5v7h8v-7h5v7h5v24M6 86h84M40 86V70a8 8 0 0 1 16 0v16M48 15V4l8 3-8 3M22 60v8M74 60v8M48 34v8",
  broken:
    "M18 84V30C18 18 30 10 48 6c18 4 30 12 30 24v54ZM10 84h76M48 6v26l-8 12 14 10-10 14 6 16M28 84V36c0-7 5-12 12-15M68 84V36c0-7-4-11-10-14",
  lantern:
    "M48 6v10M36 22h24l-4-6H40ZM34 22l-6 14v30l6 12h28l6-12V36l-6-14M28 36h40M28 66h40M40 78v8h16v-8M48 44c6 6 8 10 8 14a8 8 0 0 1-16 0c0-4 2-8 8-14Z",
} as const;

interface StateProps {
  drawing?: keyof typeof DRAWINGS;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A drawing, a title and a sentence for an empty view. */
export function EmptyState({ drawing = "castle", title, children, actions }: StateProps) {
  return (
    <div className={css.state}>
      <svg viewBox="0 0 96 96" aria-hidden="true">
        <path d={DRAWINGS[drawing]} />
      </svg>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
