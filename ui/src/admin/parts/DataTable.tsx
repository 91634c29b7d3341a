import * as text from "text:admin";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { hidden } from "@shared/styles/utility.module.css";
import { Fragment, type ReactNode, useState } from "react";
import * as css from "./data-table.module.css";
import { small } from "./density.module.css";
import { Empty } from "./States";

const FIRST_ROWS = 8;

/** `lead`: the state or figure that leads the card on a phone; `long`: text that may break anywhere. */
const KINDS = {
  number: css.number,
  lead: css.lead,
  leadNumber: classes(css.number, css.lead),
  actions: css.actions,
  long: css.long,
  code: css.code,
};

export interface Column<Row> {
  /** Empty: the column has no heading. */
  title: string;
  value: (row: Row) => ReactNode;
  kind?: keyof typeof KINDS;
}

export interface TableProps<Row> {
  caption: string;
  /** Stands in place of a table without rows. */
  emptyText?: string;
  /** The first column heads its row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  rowTone?: (row: Row) => "bad" | "wait" | "" | undefined;
  /** Stands under an open row. */
  detailsOf?: (row: Row) => ReactNode;
  /** For many columns. */
  tight?: boolean;
  /** Has rows on a phone as well, for a table of few columns. */
  keepsRows?: boolean;
  /** Shows all rows at once. */
  showsAll?: boolean;
  /** Other rows are being read. */
  isStale?: boolean;
}

/** A table of read rows, the first of them until all are asked for; cards on a phone. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { caption, emptyText, columns, rows, keyOf, tight, keepsRows, showsAll, isStale } = props;
  const [hasAllRows, setWhole] = useState(showsAll || rows.length <= FIRST_ROWS + 2);
  if (emptyText !== undefined && rows.length === 0) return <Empty>{emptyText}</Empty>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no group of fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard
    <div className={classes(css.scroll, isStale && css.stale)} role="group" tabIndex={0} aria-label={caption}>
      <table className={classes(css.table, tight && css.tight, !keepsRows && css.cards)}>
        <caption className={hidden}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, kind }) =>
              title === "" ? (
                <td key="" />
              ) : (
                <th key={title} scope="col" className={kind && KINDS[kind]}>
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {(hasAllRows || showsAll ? rows : rows.slice(0, FIRST_ROWS)).map((row) => (
            <Fragment key={keyOf(row)}>
              <DataRow {...props} row={row} />
            </Fragment>
          ))}
        </tbody>
      </table>
      {!(hasAllRows || showsAll) && (
        <Button className={classes(small, css.allRows)} look="ghost" onClick={() => setWhole(true)}>
          {text.allRows({ count: rows.length })}
        </Button>
      )}
    </div>
  );
}

function DataRow<Row>({ row, columns, rowTone, detailsOf }: TableProps<Row> & { row: Row }) {
  const [head, ...otherColumns] = columns;
  const details = detailsOf?.(row);
  const tone = rowTone?.(row);
  return (
    <>
      <tr className={classes(tone && css[tone], details && css.open)}>
        <th scope="row">{head?.value(row)}</th>
        {otherColumns.map(({ title, value, kind }) => (
          <td key={title} data-l={title || undefined} className={kind && KINDS[kind]}>
            {value(row)}
          </td>
        ))}
      </tr>
      {details && (
        <tr className={css.details}>
          <td colSpan={columns.length}>{details}</td>
        </tr>
      )}
    </>
  );
}
