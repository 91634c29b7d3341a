import * as text from "text:donations";
import * as shared from "text:shared";
import { classes } from "@shared/components/classes";
import { DonationNotes } from "@shared/components/DonationNotes";
import { EmptyValue } from "@shared/components/EmptyValue";
import * as records from "@shared/components/records.module.css";
import { BADGE_SKELETON } from "@shared/components/SkeletonRows";
import { StatusBadge } from "@shared/components/StatusBadge";
import type { Column } from "@shared/components/Table";
import { formatMoment } from "@shared/dates";
import { isUnpaid, statusLabel } from "@shared/donationStatus";
import { formatNumber } from "@shared/format";
import { donationPrice } from "@shared/money";
import type { Donation } from "../../queries";
import * as css from "./history.module.css";
import { describeMethod } from "./paymentMethods";

export const momentOf = ({ created_at }: Donation) => formatMoment(new Date(created_at), new Date());

export const COLUMNS: readonly Column<Donation>[] = [
  {
    name: text.columns.date,
    className: records.date,
    show: (donation) => <time dateTime={donation.created_at}>{momentOf(donation)}</time>,
  },
  {
    name: text.columns.amount,
    className: classes(records.amount, css.amount),
    show: (donation) => donationPrice(donation),
  },
  {
    name: text.columns.payment,
    className: classes(records.cut, records.muted, css.method),
    show: ({ payment_method }) => <Method name={payment_method} />,
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
    show: ({ id, coins_received, total_coins }) => (
      <>
        <span data-unit={shared.coinsUnit}>
          {formatNumber(coins_received)}
          {coins_received !== total_coins && <small>{text.ofCoins({ coins: formatNumber(total_coins) })}</small>}
        </span>
        <DonationNotes donation={id} />
      </>
    ),
  },
  {
    name: text.columns.status,
    className: records.status,
    skeleton: BADGE_SKELETON,
    show: (donation) => {
      const { label, tone, icon } = statusLabel(donation);
      return (
        <>
          <StatusBadge tone={tone} icon={icon}>
            {label}
          </StatusBadge>
          {isUnpaid(donation) && <small className={css.waiting}>{text.waiting}</small>}
        </>
      );
    },
  },
];

/** Known methods are translated; unknown ones are external text of limited length. */
function Method({ name }: { name: string | null }) {
  const method = describeMethod(name);
  return method ? <bdi title={method}>{method}</bdi> : <EmptyValue reason={text.noMethod} />;
}
