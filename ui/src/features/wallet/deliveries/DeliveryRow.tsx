import * as text from "text:deliveries";
import * as shared from "text:shared";
import { classes } from "@shared/components/classes";
import type { IconName } from "@shared/components/Icon";
import * as records from "@shared/components/records.module.css";
import { BADGE_SKELETON, SkeletonRow } from "@shared/components/SkeletonRow";
import { StatusBadge, type Tone } from "@shared/components/StatusBadge";
import { Cell, Row, RowHeader } from "@shared/components/Table";
import { formatMoment } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { PAGE_SIZE } from "../queries";
import * as css from "./deliveries.module.css";
import type { Delivery } from "./useDeliveries";

const DATE = classes(records.date, css.date);
const CHARACTER = classes(records.cut, css.character);
const END = classes(records.muted, css.end);

interface Look {
  tone: Tone;
  icon?: IconName;
}

const LOOKS: Readonly<Record<Delivery["status"], Look>> = {
  pending: { tone: "wait" },
  claimed: { tone: "wait", icon: "arrow" },
  given: { tone: "wait", icon: "arrow" },
  unconfirmed: { tone: "wait", icon: "alert" },
  delivered: { tone: "good" },
  cancelled: { tone: "back" },
  stuck: { tone: "wait", icon: "alert" },
};

/** A delivery; until it has arrived, a note is in place of the time. */
export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { created_at, character_name, amount, status, delivered_at, saved_by } = delivery;
  const { tone, icon } = LOOKS[status];
  const { label, note } = text.status[status];
  return (
    <Row>
      <RowHeader className={DATE} data-label={text.columns.sent}>
        <Moment at={created_at} />
      </RowHeader>
      <Cell className={CHARACTER} title={character_name}>
        <bdi>{character_name}</bdi>
      </Cell>
      <Cell className={records.coins} data-unit={shared.coinsUnit}>
        {formatNumber(amount)}
      </Cell>
      <Cell className={records.status}>
        <StatusBadge tone={tone} icon={icon}>
          {label}
        </StatusBadge>
      </Cell>
      <Cell className={END} data-label={text.columns.delivered}>
        {delivered_at ? <Moment at={delivered_at} /> : note}
        {saved_by === "time" && ` (${text.byTime})`}
      </Cell>
    </Row>
  );
}

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(new Date(at), new Date())}</time>;

const ROWS = Array.from({ length: PAGE_SIZE }, (_, index) => index);

const SKELETON_CELLS = [
  { className: DATE },
  { className: CHARACTER },
  { className: records.coins },
  { className: records.status, skeleton: BADGE_SKELETON },
  { className: END },
];

export const SkeletonRows = () => ROWS.map((index) => <SkeletonRow key={index} cells={SKELETON_CELLS} />);
