import { Panel } from "@shared/components/Panel";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import type { ReactNode } from "react";
import * as css from "./responsive-table.module.css";

export interface Column<Row> {
  name: string;
  end?: boolean;
  show: (row: Row) => ReactNode;
}

interface ResponsiveTableProps<Row> {
  title: string;
  rows: readonly Row[];
  /** The first column holds the row headers. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  nameOf: (row: Row) => string;
  /** Name of the highlighted row. */
  lit?: string | null;
  onLit?: (name: string | null) => void;
}

/** A table; on phones each row is a card with labelled values. Roles are explicit, since block layout removes them. */
export function ResponsiveTable<Row>({ title, rows, columns, nameOf, lit, onLit }: ResponsiveTableProps<Row>) {
  const [first, ...rest] = columns;
  return (
    <Panel className={css.panel} aria-label={title}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      {/* biome-ignore-start lint/a11y/useSemanticElements: see above */}
      <table className={css.table} role="table">
        <caption>
          <VisuallyHidden>{title}</VisuallyHidden>
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ name, end }) => (
              <th key={name} scope="col" role="columnheader" className={end ? css.end : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              key={nameOf(row)}
              role="row"
              data-lit={nameOf(row) === lit || undefined}
              onPointerEnter={() => onLit?.(nameOf(row))}
              onPointerLeave={() => onLit?.(null)}
            >
              <th scope="row" role="rowheader">
                {first.show(row)}
              </th>
              {rest.map(({ name, end, show }) => (
                <td key={name} role="cell" data-label={name} className={end ? css.end : undefined}>
                  <span>{show(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </Panel>
  );
}
