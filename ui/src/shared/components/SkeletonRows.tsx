import { Skeleton } from "./Skeleton";
import * as css from "./skeleton-rows.module.css";
import { Cell, type Column, Row } from "./Table";

interface SkeletonRowsProps<Item> {
  columns: readonly Column<Item>[];
  count: number;
  classOf?: ((index: number) => string | false | undefined) | undefined;
}

/** The rows of a table that is loading, as its `children`. */
export const SkeletonRows = <Item,>({ columns, count, classOf }: SkeletonRowsProps<Item>) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons never move
    <Row key={index} className={classOf?.(index) || undefined}>
      {columns.map(({ name, className, skeleton = css.text }) => (
        <Cell key={name} className={className}>
          {skeleton !== null && <Skeleton className={skeleton} />}
        </Cell>
      ))}
    </Row>
  ));

/** Class of a skeleton as large as a `StatusBadge`. */
export const BADGE_SKELETON: string = css.badge;
