import { classes } from "@shared/components/classes";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import type { ReactNode } from "react";
import * as css from "./records.module.css";

interface Props {
  labelledBy: string;
  columns: readonly string[];
  /** The name of a last column that is read aloud alone: what stands in it says enough to the eye. */
  unseen?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A table that is drawn as cards on a phone. Its roles, and those of its rows, are written out, since blocks lose them. */
/* biome-ignore-start lint/a11y/noRedundantRoles: see above */
/* biome-ignore-start lint/a11y/useSemanticElements: see above */
export function RecordTable({ labelledBy, columns, unseen, className, children }: Props) {
  return (
    <table className={classes(css.table, className)} role="table" aria-labelledby={labelledBy}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((name) => (
            <th key={name} scope="col" role="columnheader">
              {name}
            </th>
          ))}
          {unseen && (
            <th scope="col" role="columnheader">
              <VisuallyHidden>{unseen}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}
/* biome-ignore-end lint/a11y/useSemanticElements: see above */
/* biome-ignore-end lint/a11y/noRedundantRoles: see above */
