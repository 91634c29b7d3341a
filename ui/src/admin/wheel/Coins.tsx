import * as text from "text:adminWheel";
import type { Body } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import { Panel } from "../parts/Panel";
import { count, signed } from "../players/format";

type Account = Body<"CoinAccount">;

const KINDS: Readonly<Record<string, string>> = text.coinKinds;

const PLAYERS: readonly Column<Account>[] = [
  { title: text.kind, value: ({ account }) => KINDS[account] ?? account },
  { title: text.accounts, className: "n", value: ({ accounts }) => count(accounts) },
  { title: text.coins, className: "n k", value: ({ coins }) => count(coins) },
];

const HOUSE: readonly Column<Account>[] = [
  { title: text.houseAccount, value: ({ account }) => <span className="mono">{account}</span> },
  { title: text.entries, className: "n", value: ({ accounts }) => count(accounts) },
  { title: text.coins, className: "n k", value: ({ coins }) => signed(coins) },
];

/** Coins that players hold, and the other side of the books. */
export function Coins({ players, house }: { players: readonly Account[]; house: readonly Account[] }) {
  const key = ({ account }: Account) => account;
  return (
    <div className="grid g2">
      <Panel title={text.circulation}>
        <DataTable caption={text.circulation} columns={PLAYERS} rows={players} keyOf={key} />
      </Panel>
      <Panel title={text.house} aside={text.houseNote}>
        <DataTable caption={text.house} columns={HOUSE} rows={house} keyOf={key} />
      </Panel>
    </div>
  );
}
