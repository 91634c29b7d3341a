import { Skeleton } from "./Skeleton";
import * as css from "./skeleton-row.module.css";
import { Cell, Row } from "./Table";

interface SkeletonRowProps {
  className?: string | undefined;
  /** Class of each cell, and that of its skeleton if it has not the default size; null leaves the cell empty. */
  cells: readonly { className?: string | undefined; skeleton?: string | null | undefined }[];
}

/** A row of a table that is loading. */
export function SkeletonRow({ className, cells }: SkeletonRowProps) {
  return (
    <Row className={className}>
      {cells.map(({ className: place, skeleton = css.text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
        <Cell key={index} className={place}>
          {skeleton !== null && <Skeleton className={skeleton} />}
        </Cell>
      ))}
    </Row>
  );
}

/** Class of a skeleton as large as a `StatusBadge`. */
export const BADGE_SKELETON: string = css.badge;
