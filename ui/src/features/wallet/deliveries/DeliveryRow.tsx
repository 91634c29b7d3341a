import { StatusBadge } from "@shared/components/StatusBadge";
import { BADGE_SKELETON, Cell, Row, RowHeader, SkeletonRow } from "@shared/components/Table";
import { formatMoment } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { PAGE_SIZE } from "../queries";
import * as css from "./deliveries.module.css";
import { DELIVERY_STATUS } from "./status";
import type { Delivery } from "./useDeliveries";

export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { created_at, character_name, amount, status, delivered_at } = delivery;
  const { label, tone, icon, note } = DELIVERY_STATUS[status];
  return (
    <Row>
      <RowHeader className={css.date}>
        <Moment at={created_at} />
      </RowHeader>
      <Cell className={css.character} title={character_name}>
        <bdi>{character_name}</bdi>
      </Cell>
      <Cell className={css.coins}>{formatNumber(amount)}</Cell>
      <Cell className={css.status}>
        <StatusBadge tone={tone} icon={icon}>
          {label}
        </StatusBadge>
      </Cell>
      <Cell className={css.end}>{delivered_at ? <Moment at={delivered_at} /> : note}</Cell>
    </Row>
  );
}

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(new Date(at), new Date())}</time>;

const ROWS = Array.from({ length: PAGE_SIZE }, (_, index) => index);

const SKELETON_CELLS = [
  { className: css.date },
  { className: css.character },
  { className: css.coins },
  { className: css.status, skeleton: BADGE_SKELETON },
  { className: css.end },
];

export const SkeletonRows = () => ROWS.map((index) => <SkeletonRow key={index} cells={SKELETON_CELLS} />);
