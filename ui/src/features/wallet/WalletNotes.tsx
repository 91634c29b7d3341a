import * as text from "text:wallet";
import type { Answer } from "@shared/api/useGet";
import { Icon } from "@shared/components/Icon";
import { formatMomentWithin } from "@shared/dates";
import { Amount } from "./Amount";
import * as css from "./wallet.module.css";

export type Coins = Answer<"/api/player/coins">;

/** Debt, new coins that cannot be sent yet, and the places of coins that cannot be spent; empty if there are none. */
export function WalletNotes({ coins, hidden }: { coins: Coins; hidden: boolean }) {
  const { debt, held, in_transit, in_game, total, available, sendable, sendable_from } = coins;
  const count = (amount: number | null) => <Amount value={amount} hidden={hidden} />;
  const hasRest = total !== available || in_game === null;
  if (!hasRest && !(debt > 0) && !sendable_from) return null;
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
              time: formatMomentWithin(new Date(sendable_from), new Date()),
            })}
          </span>
        </li>
      )}
      {hasRest && (
        <li>
          <Icon name="info" />
          <span>
            {text.sum({
              ...{ total: count(total), spend: count(available), game: count(in_game) },
              ...{ transit: count(in_transit), held: count(held) },
            })}
          </span>
        </li>
      )}
    </ul>
  );
}
