import * as text from "text:donations";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { EmptyValue } from "@shared/components/EmptyValue";
import { Icon } from "@shared/components/Icon";
import * as records from "@shared/components/records.module.css";
import { StatusBadge } from "@shared/components/StatusBadge";
import { Cell, Row, RowHeader } from "@shared/components/Table";
import { formatMoment } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { useId } from "react";
import type { Donation } from "../../queries";
import { formatPrice } from "../money";
import { AMOUNT, CHARACTER, COINS, METHOD } from "./cells";
import * as css from "./history.module.css";
import { describeMethod } from "./paymentMethods";
import { isUnpaid, statusLabel, steps } from "./status";
import { Timeline } from "./Timeline";
import { UnpaidDonation } from "./UnpaidDonation";

interface Props {
  donation: Donation;
  open: boolean;
  onToggle: () => void;
}

/** A donation; when open, its timeline is the next row. */
export function DonationRow({ donation, open, onToggle }: Props) {
  const { created_at, amount, character_name } = donation;
  const { label, tone, icon } = statusLabel(donation);
  const date = formatMoment(new Date(created_at), new Date());
  const timeline = useId();
  return (
    <>
      <Row className={open ? css.open : undefined}>
        <RowHeader className={records.date}>
          <time dateTime={created_at}>{date}</time>
        </RowHeader>
        <Cell className={AMOUNT}>{formatPrice(amount, donation.currency)}</Cell>
        <Cell className={METHOD}>
          <Method name={donation.payment_method} />
        </Cell>
        <Cell className={CHARACTER} title={character_name}>
          <bdi>{character_name}</bdi>
        </Cell>
        <Cell className={COINS} data-unit={shared.coinsUnit}>
          <Coins donation={donation} />
        </Cell>
        <Cell className={records.status}>
          <StatusBadge tone={tone} icon={icon}>
            {label}
          </StatusBadge>
          {isUnpaid(donation) && <small className={css.waiting}>{text.waiting}</small>}
        </Cell>
        <Cell className={css.more}>
          <Button
            look="ghost"
            icon
            aria-label={text.timelineOf({ date })}
            aria-expanded={open}
            aria-controls={open ? timeline : undefined}
            onClick={onToggle}
          >
            <Icon name={open ? "up" : "down"} />
          </Button>
        </Cell>
      </Row>
      {open && (
        <Row className={css.timeline} id={timeline}>
          <Cell colSpan={7}>
            <Timeline steps={steps(donation)} />
            {isUnpaid(donation) && <UnpaidDonation donation={donation} />}
          </Cell>
        </Row>
      )}
    </>
  );
}
/** Known methods are translated; unknown ones are external text of limited length. */
function Method({ name }: { name: string | null }) {
  const method = describeMethod(name);
  return method ? <bdi title={method}>{method}</bdi> : <EmptyValue reason={text.noMethod} />;
}

/** Credited coins, of the coins ordered. */
function Coins({ donation: { coins_received, total_coins } }: { donation: Donation }) {
  return (
    <>
      {formatNumber(coins_received)}
      {coins_received !== total_coins && <small>{text.ofCoins({ coins: formatNumber(total_coins) })}</small>}
    </>
  );
}
