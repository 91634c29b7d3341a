import type { Answer } from "@shared/api/useGet";
import { classes } from "@shared/components/classes";
import { Icon } from "@shared/components/Icon";
import type { ReactNode } from "react";
import { Amount } from "./Amount";
import * as css from "./wallet.module.css";

export type Coins = Answer<"/api/player/coins">;

/** What is owed, and the coins that can be neither spent nor sent just now: only what there is of it. */
export function WalletNotes({ coins: { debt, held, in_transit }, hidden }: { coins: Coins; hidden: boolean }) {
  const count = (amount: number) => <Amount value={amount} hidden={hidden} />;
  if (!(debt > 0 || held > 0 || in_transit > 0)) return null;
  return (
    <ul className={css.notes}>
      {debt > 0 && <Note bad>You owe {count(debt)} coins: the next you receive pay them.</Note>}
      {held > 0 && <Note>{count(held)} are held while a payment is contested.</Note>}
      {in_transit > 0 && <Note>{count(in_transit)} are on the way to your characters.</Note>}
    </ul>
  );
}

function Note({ bad, children }: { bad?: boolean; children: ReactNode }) {
  return (
    <li className={classes(bad && css.bad)}>
      <Icon name={bad ? "alert" : "clock"} />
      <span>{children}</span>
    </li>
  );
}
