import type { Answer } from "@shared/api/useGet";
import { Icon } from "@shared/components/Icon";
import { Amount } from "./Amount";
import * as css from "./wallet.module.css";

export type Coins = Answer<"/api/player/coins">;

/** Debt, and coins that are on hold or in delivery; empty if there are none. */
export function WalletNotes({ coins: { debt, held, in_transit }, hidden }: { coins: Coins; hidden: boolean }) {
  const count = (amount: number) => <Amount value={amount} hidden={hidden} />;
  const away = held > 0 || in_transit > 0;
  if (!away && !(debt > 0)) return null;
  return (
    <ul className={css.notes}>
      {debt > 0 && (
        <li className={css.debt}>
          <Icon name="alert" />
          <span>You owe {count(debt)} coins. They come off your next top-up.</span>
        </li>
      )}
      {away && (
        <li>
          <Icon name="clock" />
          <span>
            {held > 0 && <>{count(held)} on hold in a dispute</>}
            {held > 0 && in_transit > 0 && ", "}
            {in_transit > 0 && <>{count(in_transit)} in delivery</>}
          </span>
        </li>
      )}
    </ul>
  );
}
