/* biome-ignore-all lint/a11y/noRedundantRoles: block layout removes the roles of a table, so these are explicit */
/* biome-ignore-all lint/a11y/useSemanticElements: as above */
import * as shared from "text:shared";
import { Fragment, type ReactNode, useState } from "react";
import { Button } from "./Button";
import { Panel } from "./Panel";
import * as css from "./responsive-table.module.css";
import { VisuallyHidden } from "./VisuallyHidden";

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
  keyOf: (row: Row) => string | number;
  /** Content below the cells of a row. */
  detail?: (row: Row) => ReactNode;
  /** Rows beyond are shown on demand. */
  limit?: number;
}

/** A table; on phones each row is a card with labelled values. */
export function ResponsiveTable<Row>({
  title,
  rows,
  columns,
  keyOf,
  detail,
  limit = Infinity,
}: ResponsiveTableProps<Row>) {
  const [first, ...otherColumns] = columns;
  const [isWhole, setIsWhole] = useState(false);
  const visibleRows = isWhole ? rows : rows.slice(0, limit);
  return (
    <Panel className={css.panel} aria-label={title}>
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
          {visibleRows.map((row) => (
            <Fragment key={keyOf(row)}>
              <tr role="row">
                <th scope="row" role="rowheader">
                  {first.show(row)}
                </th>
                {otherColumns.map(({ name, end, show }) => (
                  <td key={name} role="cell" data-label={name} className={end ? css.end : undefined}>
                    <span>{show(row)}</span>
                  </td>
                ))}
              </tr>
              {detailRow(detail?.(row), columns.length)}
            </Fragment>
          ))}
        </tbody>
      </table>
      {visibleRows.length < rows.length && (
        <Button look="ghost" wide onClick={() => setIsWhole(true)}>
          {shared.showAll({ count: rows.length })}
        </Button>
      )}
    </Panel>
  );
}

const detailRow = (content: ReactNode, columns: number) =>
  content && (
    <tr role="row" className={css.detail}>
      <td role="cell" colSpan={columns}>
        {content}
      </td>
    </tr>
  );
