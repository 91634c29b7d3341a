import * as text from "text:adminPlayers";
import { coinKinds } from "text:adminWheel";
import * as shared from "text:shared";
import type { Body } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import { Empty } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { count, moment, signed } from "./format";
import type { AccountProps } from "./types";

type Line = Body<"StatementLine"> & { balance: number; account: string };

const COLUMNS: readonly Column<Line>[] = [
  { title: shared.when, value: (row) => moment(row.created_at) },
  { title: shared.what, value: (row) => text.transfers[row.kind as keyof typeof text.transfers] ?? row.kind },
  {
    title: text.cause,
    kind: "long",
    value: (row) => (
      <>
        {row.reference}
        {row.note && <small>{row.note}</small>}
      </>
    ),
  },
  {
    title: shared.coins,
    kind: "leadNumber",
    value: (row) => (
      <span className={row.amount < 0 ? typography.badText : typography.goodText}>{signed(row.amount)}</span>
    ),
  },
  { title: text.after, kind: "number", value: (row) => count(row.balance) },
];

/** The wallet's entries with the balance after each; frozen coins and debt below, if there are any. */
export function Wallet({ account: { wallet } }: AccountProps) {
  const note = text.walletSum({ wallet: count(wallet.wallet), held: count(wallet.held), debt: count(wallet.debt) });
  const statements = wallet.statements.filter(({ entries }) => entries.length > 0);
  return (
    <Panel title={<span id="wallet">{text.wallet}</span>} note={note}>
      {statements.length === 0 && <Empty>{text.noEntries}</Empty>}
      {statements.map(({ account, entries }) => (
        <div key={account}>
          {headingOf(account)}
          <DataTable
            caption={account}
            columns={COLUMNS}
            rows={withBalances(account, entries)}
            keyOf={({ transfer }) => transfer}
          />
        </div>
      ))}
    </Panel>
  );
}

/** The panel's title names the wallet; frozen coins ("hold:demo") and debt have headings. */
function headingOf(account: string) {
  if (account.startsWith("wallet:")) return null;
  return <h3 className={layout.body}>{account.startsWith("hold:") ? coinKinds.hold : coinKinds.debt}</h3>;
}

/** Entries are newest first; `total` is the balance after the first. */
function withBalances(account: string, entries: readonly Body<"StatementLine">[]): Line[] {
  let balance = entries[0]?.total ?? 0;
  return entries.map((entry) => {
    const line = { ...entry, balance, account };
    balance -= entry.amount;
    return line;
  });
}
