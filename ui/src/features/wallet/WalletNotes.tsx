import * as text from "text:wallet";
import type { Answer } from "@shared/api/useGet";
import { Icon } from "@shared/components/Icon";
import { formatMoment } from "@shared/dates";
import { Amount } from "./Amount";
import * as css from "./wallet.module.css";

export type Coins = Answer<"/api/player/coins">;

/** Debt, new coins that cannot be sent yet, and coins in dispute or in delivery; empty if there are none. */
export function WalletNotes({ coins, hidden }: { coins: Coins; hidden: boolean }) {
  const { debt, held, in_transit, available, sendable, sendable_from } = coins;
  const count = (amount: number) => <Amount value={amount} hidden={hidden} />;
  const hasReserved = held > 0 || in_transit > 0;
  const awayText = held > 0 ? (in_transit > 0 ? text.heldAndInDelivery : text.held) : text.inDelivery;
  if (!hasReserved && !(debt > 0) && !sendable_from) return null;
  return (
    <ul className={css.notes}>
      {debt > 0 && (
        <li className={css.debt}>
          <Icon name="alert" />
          <span>{text.debt({ amount: count(debt) })}</span>
        </li>
      )}
      {sendable_from && (
        <li>
          <Icon name="clock" />
          <span>
            {text.sendableFrom({
              amount: count(available - sendable),
              time: formatMoment(new Date(sendable_from), new Date()),
            })}
          </span>
        </li>
      )}
      {hasReserved && (
        <li>
          <Icon name="clock" />
          <span>{awayText({ held: count(held), transit: count(in_transit) })}</span>
        </li>
      )}
    </ul>
  );
}
