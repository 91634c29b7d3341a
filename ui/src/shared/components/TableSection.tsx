import type { ComponentProps, ReactNode } from "react";
import { usePages } from "../paging";
import { classes } from "./classes";
import { ErrorState } from "./ErrorState";
import { ListHead } from "./ListHead";
import { ListPager } from "./Pager";
import { Panel } from "./Panel";
import * as records from "./records.module.css";
import { SkeletonRows } from "./SkeletonRows";
import { type Column, Table, type TableProps } from "./Table";

interface TableSectionProps<Item> extends Omit<TableProps<Item>, "id" | "title">, ComponentProps<typeof ListHead> {
  columns: readonly Column<Item>[];
  /** Number of skeleton rows, if it is not that of a page, and the class of each. */
  skeletons?: number;
  skeletonClass?: (index: number) => string | false;
  /** The title and text of an error in place of the table; undefined while there is none. */
  failure: ComponentProps<typeof ErrorState> | undefined;
  /** In place of a table without rows. */
  empty?: ReactNode;
  /** Rows on a page, all rows that there are, and the name of the pager. */
  pages?: { size: number; total: number; label: string };
}

/** A titled table of the player in a panel, with its states and pages. `children` follow the heading. */
export function TableSection<Item>(props: TableSectionProps<Item>) {
  const {
    id,
    title,
    note,
    action,
    compact,
    failure,
    empty,
    pages,
    columns,
    rows,
    skeletons,
    skeletonClass,
    className,
    children,
    ...table
  } = props;
  const list = usePages(rows ?? [], pages?.size ?? Number.MAX_SAFE_INTEGER);
  const isEmpty = rows?.length === 0 && empty !== undefined;
  return (
    <section aria-labelledby={id} aria-busy={!rows && !failure}>
      <ListHead {...{ id, title, note, action, compact }} />
      {children}
      <Panel>
        {failure && !rows ? (
          <ErrorState {...failure} />
        ) : isEmpty ? (
          empty
        ) : (
          <Table
            aria-labelledby={id}
            className={classes(records.records, className)}
            rows={rows && list.rows}
            columns={columns}
            {...table}
          >
            {!rows && <SkeletonRows columns={columns} count={skeletons ?? pages?.size ?? 1} classOf={skeletonClass} />}
          </Table>
        )}
      </Panel>
      {pages && rows && !isEmpty && <ListPager label={pages.label} list={list} total={pages.total} />}
    </section>
  );
}
