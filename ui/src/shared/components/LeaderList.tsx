import type { ReactNode } from "react";
import { classes } from "./classes";
import * as css from "./leader-list.module.css";

export type Row = readonly [label: string, value: ReactNode];

/** Rows of label, dotted leader and value. */
export function LeaderList({ rows, className }: { rows: readonly Row[]; className?: string | undefined }) {
  return (
    <dl className={classes(css.list, className)}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
