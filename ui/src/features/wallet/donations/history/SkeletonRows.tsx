import { Skeleton } from "@shared/components/Skeleton";
import { BADGE_SKELETON, Cell, Row, SkeletonRow } from "@shared/components/Table";
import { PAGE_SIZE } from "../../queries";
import * as css from "./history.module.css";

const ROWS = Array.from({ length: PAGE_SIZE }, (_, index) => index);

const CELLS = [
  { className: css.date },
  { className: css.amount },
  { className: css.method },
  { className: css.character },
  { className: css.coins },
  { className: css.status, skeleton: BADGE_SKELETON },
  { className: css.more, skeleton: null },
];

/** As tall as the rows that replace them: the newest is open. */
export const SkeletonRows = () =>
  ROWS.map((index) => [
    <SkeletonRow key={index} className={index === 0 ? css.open : undefined} cells={CELLS} />,
    index === 0 && (
      <Row key="timeline" className={css.timeline}>
        <Cell colSpan={CELLS.length}>
          <Skeleton className={css.timelineSkeleton} />
        </Cell>
      </Row>
    ),
  ]);
