import * as records from "@shared/components/records.module.css";
import { Skeleton } from "@shared/components/Skeleton";
import { BADGE_SKELETON, SkeletonRow } from "@shared/components/SkeletonRow";
import { Cell, Row } from "@shared/components/Table";
import { PAGE_SIZE } from "../../queries";
import { AMOUNT, CHARACTER, COINS, METHOD } from "./cells";
import * as css from "./history.module.css";

const ROWS = Array.from({ length: PAGE_SIZE }, (_, index) => index);

const CELLS = [
  { className: records.date },
  { className: AMOUNT },
  { className: METHOD },
  { className: CHARACTER },
  { className: COINS },
  { className: records.status, skeleton: BADGE_SKELETON },
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
