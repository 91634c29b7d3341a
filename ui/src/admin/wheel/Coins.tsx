import * as text from "text:adminWheel";
import * as shared from "text:shared";
import { classes } from "@shared/components/classes";
import { Link } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import { AccountLink } from "../parts/AccountLink";
import { type Column, DataTable } from "../parts/DataTable";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import * as typography from "../parts/typography.module.css";
import { useFilters } from "../parts/useFilters";
import { count, signed } from "../players/format";

type Account = Body<"CoinAccount">;
type Holder = Body<"CoinHolder">;

const KINDS: Readonly<Record<string, string>> = text.coinKinds;
const nameOf = (kind: string): string => KINDS[kind] ?? kind;

const PLAYERS: readonly Column<Account>[] = [
  {
    title: text.kind,
    value: ({ account }) => (
      <Link to={`?${new URLSearchParams({ kind: account })}`} preventScrollReset>
        {nameOf(account)}
      </Link>
    ),
  },
  { title: shared.accounts, kind: "number", value: ({ accounts }) => count(accounts) },
  { title: shared.coins, kind: "leadNumber", value: ({ coins }) => count(coins) },
];

const HOUSE: readonly Column<Account>[] = [
  {
    title: shared.account,
    kind: "long",
    value: ({ account }) => (
      <Link className={typography.mono} to={`?${new URLSearchParams({ account })}`} preventScrollReset>
        {account}
      </Link>
    ),
  },
  { title: text.entries, kind: "number", value: ({ accounts }) => count(accounts) },
  { title: shared.coins, kind: "leadNumber", value: ({ coins }) => signed(coins) },
];

const HOLDERS: readonly Column<Holder>[] = [
  { title: shared.player, kind: "long", value: ({ account }) => <AccountLink login={account} /> },
  { title: shared.coins, kind: "leadNumber", value: ({ coins }) => count(coins) },
];

interface Props {
  players: readonly Account[];
  house: readonly Account[];
  holders: readonly Holder[];
}

/** Coins that players hold, the largest balances of a chosen kind, and the other side of the books. */
export function Coins({ players, house, holders }: Props) {
  const selectedKind = useFilters().filters.get("kind");
  const rows = holders.filter(({ kind }) => kind === selectedKind);
  const key = ({ account }: Account) => account;
  return (
    <div className={classes(layout.grid, layout.halves)}>
      <div className={layout.stack}>
        <Panel title={text.circulation}>
          <DataTable caption={text.circulation} columns={PLAYERS} rows={players} keyOf={key} />
        </Panel>
        {selectedKind && rows.length > 0 && (
          <Panel title={`${text.largest}: ${nameOf(selectedKind)}`}>
            <DataTable
              key={selectedKind}
              caption={text.largest}
              columns={HOLDERS}
              rows={rows}
              keyOf={({ account }) => account}
            />
          </Panel>
        )}
      </div>
      <Panel title={text.house} note={text.houseNote}>
        <DataTable caption={text.house} columns={HOUSE} rows={house} keyOf={key} />
      </Panel>
    </div>
  );
}
