import * as text from "text:admin";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { type ReactNode, useState } from "react";
import { small } from "./density.module.css";
import { Empty } from "./States";

const FIRST_ROWS = 8;

export interface Column<Row> {
  title: string;
  value: (row: Row) => ReactNode;
  /** `n`: a number; `k`: the state or figure that leads the card on a phone. */
  className?: string;
}

export interface TableProps<Row> {
  caption: string;
  /** Stands in place of a table without rows. */
  emptyText?: string;
  /** The first column heads its row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  rowClass?: (row: Row) => string | undefined;
  /** For many columns. */
  tight?: boolean;
  /** Shows all rows at once. */
  showsAll?: boolean;
}

/** A table of read rows, the first of them until all are asked for; cards on a phone. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { caption, emptyText, columns, rows, keyOf, rowClass, tight, showsAll } = props;
  const [head, ...otherColumns] = columns;
  const [hasAllRows, setWhole] = useState(showsAll || rows.length <= FIRST_ROWS + 2);
  if (emptyText !== undefined && rows.length === 0) return <Empty>{emptyText}</Empty>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no group of fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard
    <div className="scroll" role="group" tabIndex={0} aria-label={caption}>
      <table className={`t fold two${tight ? " tight" : ""}`}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, className }) => (
              <th key={title} scope="col" className={className}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(hasAllRows ? rows : rows.slice(0, FIRST_ROWS)).map((row) => (
            <tr key={keyOf(row)} className={rowClass?.(row)}>
              <th scope="row">{head?.value(row)}</th>
              {otherColumns.map(({ title, value, className }) => (
                <td key={title} data-l={title} className={className}>
                  {value(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!hasAllRows && (
        <Button className={classes(small, "all-rows")} look="ghost" onClick={() => setWhole(true)}>
          {text.allRows({ count: rows.length })}
        </Button>
      )}
    </div>
  );
}
