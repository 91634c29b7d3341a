import * as shared from "text:shared";
import { type ReactNode, startTransition, useState } from "react";
import { Button } from "./Button";
import { Panel } from "./Panel";
import { Cell, type Column, Row, Table } from "./Table";
import * as css from "./table.module.css";

interface PanelTableProps<Item> {
  title: string;
  columns: readonly Column<Item>[];
  rows: readonly Item[];
  keyOf: (row: Item) => string | number;
  /** Content below the cells of a row. */
  detail?: (row: Item) => ReactNode;
  /** Rows beyond are shown on demand. */
  limit?: number;
  /** Places the cells of a row on phones. */
  className?: string | undefined;
}

/** A table in a panel; on phones each row is a card, with labelled values unless `className` places them. */
export function PanelTable<Item>(props: PanelTableProps<Item>) {
  const { title, columns, rows, keyOf, detail, limit = Infinity, className } = props;
  const [isWhole, setIsWhole] = useState(false);
  const visibleRows = isWhole ? rows : rows.slice(0, limit);
  const detailRow = (row: Item) => {
    const content = detail?.(row);
    return (
      content && (
        <Row key={`below ${keyOf(row)}`} className={css.detail}>
          <Cell colSpan={columns.length}>{content}</Cell>
        </Row>
      )
    );
  };
  return (
    <Panel className={css.panel} aria-label={title}>
      <Table
        labelled={!className}
        caption={title}
        rows={visibleRows}
        below={detailRow}
        {...{ columns, keyOf, className }}
      />
      {visibleRows.length < rows.length && (
        <Button look="ghost" wide onClick={() => startTransition(() => setIsWhole(true))}>
          {shared.showAll({ count: rows.length })}
        </Button>
      )}
    </Panel>
  );
}
