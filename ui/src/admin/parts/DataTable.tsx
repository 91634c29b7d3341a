import * as text from "text:admin";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Cell, Row, Table } from "@shared/components/Table";
import { stacked } from "@shared/components/table.module.css";
import { type ReactNode, useState } from "react";
import * as css from "./data-table.module.css";
import { small } from "./density.module.css";
import { Empty } from "./States";

const FIRST_ROWS = 8;

/** `lead`: the state or figure that leads the card on a phone; `time`: has its title on a phone; `long`: text that may break anywhere. */
const KINDS = {
  number: css.number,
  time: css.time,
  lead: css.lead,
  leadNumber: classes(css.number, css.lead),
  actions: css.actions,
  long: css.long,
  code: css.code,
};

export interface Column<Item> {
  title: string;
  /** The heading is read aloud only. */
  hidden?: boolean;
  value: (row: Item) => ReactNode;
  kind?: keyof typeof KINDS;
}

export interface TableProps<Item> {
  caption: string;
  /** Stands in place of a table without rows. */
  emptyText?: string;
  /** The first column heads its row. */
  columns: readonly Column<Item>[];
  rows: readonly Item[];
  keyOf: (row: Item) => string | number;
  rowTone?: (row: Item) => "bad" | "wait" | "" | undefined;
  /** Stands under an open row. */
  detailsOf?: (row: Item) => ReactNode;
  /** For many columns. */
  tight?: boolean;
  /** Has rows on a phone as well, for a table of few columns. */
  keepsRows?: boolean;
  /** Shows all rows at once. */
  showsAll?: boolean;
  /** Other rows are being read. */
  isStale?: boolean;
}

const toneOf = (tone: "bad" | "wait" | "" | undefined) => tone && css[tone];

/** A table of read rows, the first of them until all are asked for; cards on a phone. */
export function DataTable<Item>(props: TableProps<Item>) {
  const { caption, emptyText, columns, rows, keyOf, rowTone, detailsOf, tight, keepsRows, showsAll, isStale } = props;
  const [hasAllRows, setWhole] = useState(showsAll || rows.length <= FIRST_ROWS + 2);
  if (emptyText !== undefined && rows.length === 0) return <Empty>{emptyText}</Empty>;
  const isWhole = hasAllRows || showsAll;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no group of fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard
    <div className={classes(css.scroll, isStale && css.stale)} role="group" tabIndex={0} aria-label={caption}>
      <Table
        caption={caption}
        cards={false}
        className={classes(css.table, tight && css.tight, !keepsRows && classes(stacked, css.cards))}
        columns={columns.map(({ title, hidden = false, value, kind }) => ({
          name: title,
          hidden,
          show: value,
          className: kind && KINDS[kind],
          cell: (row: Item) => (value(row) === "–" ? { "data-none": "" } : {}),
        }))}
        rows={isWhole ? rows : rows.slice(0, FIRST_ROWS)}
        keyOf={keyOf}
        rowProps={(row) => ({ className: classes(toneOf(rowTone?.(row)), detailsOf?.(row) && css.open) })}
        below={(row) => {
          const details = detailsOf?.(row);
          return (
            details && (
              <Row key={`details ${keyOf(row)}`} className={css.details}>
                <Cell colSpan={columns.length}>{details}</Cell>
              </Row>
            )
          );
        }}
      />
      {!isWhole && (
        <Button className={classes(small, css.allRows)} look="ghost" onClick={() => setWhole(true)}>
          {text.allRows({ count: rows.length })}
        </Button>
      )}
    </div>
  );
}
