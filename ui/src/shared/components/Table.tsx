/* biome-ignore-all lint/a11y/noRedundantRoles: rows drawn as cards lose the roles of a table, so these are explicit */
/* biome-ignore-all lint/a11y/useSemanticElements: as above */
/* biome-ignore-all lint/a11y/useAriaPropsForRole: as above */
import type { ComponentProps } from "react";
import { classes } from "./classes";
import { Skeleton } from "./Skeleton";
import * as css from "./table.module.css";
import { VisuallyHidden } from "./VisuallyHidden";

export interface Column {
  name: string;
  className?: string | undefined;
  /** The header is read aloud only. */
  hidden?: boolean;
  sort?: "descending";
}

interface TableProps extends ComponentProps<"table"> {
  columns: readonly (string | Column)[];
  /** Draws each row as a card on small screens; the feature's own style sheet places the cells. */
  cards?: boolean;
  /** Read aloud; without it the table needs `aria-labelledby`. */
  caption?: string;
}

/** The one kind of table. `--between`, `--edge` and `--row-height` adjust its spacing. */
export function Table({ columns, cards = true, caption, className, children, ...rest }: TableProps) {
  return (
    <table className={classes(css.table, cards && css.cards, className)} role="table" {...rest}>
      {caption && (
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
      )}
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => {
            const {
              name,
              className: place,
              hidden,
              sort,
            }: Column = typeof column === "string" ? { name: column } : column;
            return (
              <th key={name} scope="col" role="columnheader" className={place} aria-sort={sort}>
                {hidden ? <VisuallyHidden>{name}</VisuallyHidden> : name}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

export const Row = (props: ComponentProps<"tr">) => <tr role="row" {...props} />;

export const RowHeader = (props: ComponentProps<"th">) => <th scope="row" role="rowheader" {...props} />;

export const Cell = (props: ComponentProps<"td">) => <td role="cell" {...props} />;

interface SkeletonRowProps {
  className?: string | undefined;
  /** Class of each cell, and that of its skeleton if it has not the default size; null leaves the cell empty. */
  cells: readonly { className?: string | undefined; skeleton?: string | null | undefined }[];
}

/** A row of a table that is loading. */
export function SkeletonRow({ className, cells }: SkeletonRowProps) {
  return (
    <Row className={className}>
      {cells.map(({ className: place, skeleton = css.skeletonText }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
        <Cell key={index} className={place}>
          {skeleton !== null && <Skeleton className={skeleton} />}
        </Cell>
      ))}
    </Row>
  );
}

/** Class of a skeleton as large as a `StatusBadge`. */
export const BADGE_SKELETON: string = css.skeletonBadge;
