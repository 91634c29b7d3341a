import * as text from "text:deliveries";
import * as shared from "text:shared";
import { classes } from "@shared/components/classes";
import type { IconName } from "@shared/components/Icon";
import * as records from "@shared/components/records.module.css";
import { BADGE_SKELETON } from "@shared/components/SkeletonRows";
import { StatusBadge, type Tone } from "@shared/components/StatusBadge";
import type { Column } from "@shared/components/Table";
import { formatMoment } from "@shared/dates";
import { formatNumber } from "@shared/format";
import * as css from "./deliveries.module.css";
import type { Delivery } from "./useDeliveries";

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

/** Of a delivery; until it has arrived, a note is in place of the time. */
export const COLUMNS: readonly Column<Delivery>[] = [
  {
    name: text.columns.sent,
    className: classes(records.date, css.date),
    show: ({ created_at }) => <Moment at={created_at} />,
  },
  {
    name: text.columns.character,
    className: classes(records.cut, css.character),
    cell: ({ character_name }) => ({ title: character_name }),
    show: ({ character_name }) => <bdi>{character_name}</bdi>,
  },
  {
    name: text.columns.coins,
    className: records.coins,
    show: ({ amount }) => <span data-unit={shared.coinsUnit}>{formatNumber(amount)}</span>,
  },
  {
    name: text.columns.status,
    className: records.status,
    skeleton: BADGE_SKELETON,
    show: ({ status }) => <StatusBadge {...LOOKS[status]}>{text.status[status].label}</StatusBadge>,
  },
  {
    name: text.columns.delivered,
    className: classes(records.muted, css.end),
    show: ({ delivered_at, saved_by, status }) => (
      <>
        {delivered_at ? <Moment at={delivered_at} /> : text.status[status].note}
        {saved_by === "time" && ` (${text.byTime})`}
      </>
    ),
  },
];

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(new Date(at), new Date())}</time>;
