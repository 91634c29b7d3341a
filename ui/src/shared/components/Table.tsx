/* biome-ignore-all lint/a11y/noRedundantRoles: rows drawn as cards lose the roles of a table, so these are explicit */
/* biome-ignore-all lint/a11y/useSemanticElements: as above */
/* biome-ignore-all lint/a11y/useAriaPropsForRole: as above */
import * as shared from "text:shared";
import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import { Disclosure } from "./Disclosure";
import * as css from "./table.module.css";
import { VisuallyHidden } from "./VisuallyHidden";

type Attributes = Readonly<Record<`data-${string}`, string | undefined>>;

export interface Column<Item = never> {
  name: string;
  className?: string | undefined;
  /** Numbers: aligned to the right. */
  end?: boolean;
  /** The header is read aloud only. */
  hidden?: boolean;
  sort?: "descending" | undefined;
  /** Of the second column: its cells are the headers of the rows, in place of those of the first. */
  names?: boolean;
  /** Without it, a row is an array with a cell for each column. */
  show?: (row: Item) => ReactNode;
  /** Attributes of the cell of a row. */
  cell?: (row: Item) => ComponentProps<"td"> & Attributes;
  /** Class of its skeletons; null: none. */
  skeleton?: string | null;
}

export interface TableProps<Item> extends ComponentProps<"table"> {
  columns: readonly (string | Column<Item>)[];
  rows?: readonly Item[] | undefined;
  /** Without it, the position is the key. */
  keyOf?: (row: Item) => string | number;
  rowProps?: (row: Item) => ComponentProps<"tr">;
  /** A row below a row. */
  below?: (row: Item) => ReactNode;
  /** Draws each row as a card with labelled values on phones. */
  labelled?: boolean;
  /** Low rows below a header that stays in place, for many figures. */
  dense?: boolean;
  /** Draws each row as a card on small screens; the feature's own style sheet places the cells. */
  cards?: boolean;
  /** Rows below all others. */
  foot?: ReactNode;
  /** Read aloud; without it the table needs `aria-labelledby`. */
  caption?: string;
}

/** The one kind of table; `children` are rows of another form. `--between`, `--edge` and `--row-height` adjust its spacing. */
export function Table<Item>({
  columns,
  rows,
  keyOf,
  rowProps,
  below,
  labelled,
  dense,
  cards = !labelled && !dense,
  foot,
  caption,
  className,
  children,
  ...others
}: TableProps<Item>) {
  const all = columns.map((column): Column<Item> => (typeof column === "string" ? { name: column } : column));
  const heading = all[1]?.names ? 1 : 0;
  return (
    <table
      className={classes(css.table, cards && css.cards, labelled && css.labelled, dense && css.dense, className)}
      role="table"
      {...others}
    >
      {caption && (
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
      )}
      <thead role="rowgroup">
        <Row>
          {all.map(({ name, className: own, end, hidden, sort }) => (
            <th key={name} scope="col" role="columnheader" className={classes(own, end && css.end)} aria-sort={sort}>
              {hidden ? <VisuallyHidden>{name}</VisuallyHidden> : name}
            </th>
          ))}
        </Row>
      </thead>
      <tbody role="rowgroup">
        {children}
        {rows?.map((row, at) => [
          <Row key={keyOf ? keyOf(row) : at} {...rowProps?.(row)}>
            {all.map(({ name, className: own, end, show, cell }, index) => {
              const Part = index === heading ? RowHeader : Cell;
              const content = show ? show(row) : (row as readonly ReactNode[])[index];
              return (
                <Part key={name} className={classes(own, end && css.end)} data-label={name} {...cell?.(row)}>
                  {labelled ? <span>{content}</span> : content}
                </Part>
              );
            })}
          </Row>,
          below?.(row),
        ])}
      </tbody>
      {foot && <tfoot role="rowgroup">{foot}</tfoot>}
    </table>
  );
}

export const Row = (props: ComponentProps<"tr">) => <tr role="row" {...props} />;

export const RowHeader = (props: ComponentProps<"th">) => <th scope="row" role="rowheader" {...props} />;

export const Cell = (props: ComponentProps<"td">) => <td role="cell" {...props} />;

interface FoldedTableProps {
  label: string;
  summary?: string;
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

/** The data of a chart as a table. */
export const FoldedTable = ({ label, summary = shared.asTable, columns, rows }: FoldedTableProps) => (
  <Disclosure summary={summary}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
    <section className={css.scroll} aria-label={label} tabIndex={0}>
      <Table dense columns={columns} rows={rows} />
    </section>
  </Disclosure>
);
