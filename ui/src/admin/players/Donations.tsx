import * as text from "text:adminPlayers";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { columns900 } from "@shared/styles/columns.module.css";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import { money } from "../overview/money";
import { type Column, DataTable } from "../parts/DataTable";
import { small } from "../parts/density.module.css";
import { type Fact, FactList } from "../parts/FactList";
import * as factList from "../parts/fact-list.module.css";
import { Panel } from "../parts/Panel";
import { State } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { count, moment } from "./format";
import { toneOf } from "./states";
import type { AccountProps } from "./types";

type Row = Body<"PlayerDonation">;

/** Donations with the provider's facts; the one of the address is open. */
export function Donations({ account }: AccountProps) {
  const [parameters] = useSearchParams();
  const rows = account.donations;
  const [open, setOpen] = useState(parameters.get("donation"));
  const total = rows[0]?.donation.total ?? 0;
  const columns: readonly Column<Row>[] = [
    {
      title: text.opened,
      value: ({ donation: { id, created_at } }) => (
        <Button
          look="ghost"
          className={small}
          aria-expanded={open === id}
          onClick={() => setOpen(open === id ? null : id)}
        >
          {moment(created_at)}
        </Button>
      ),
    },
    ...COLUMNS,
  ];
  return (
    <Panel title={<span id="donations">{text.donations}</span>} note={total || undefined}>
      <DataTable
        caption={text.donations}
        emptyText={text.noDonations}
        columns={columns}
        rows={rows}
        keyOf={({ donation }) => donation.id}
        rowTone={(row) => (toneOf(stateOf(row)) === "bad" ? "bad" : undefined)}
        detailsOf={(row) => open === row.donation.id && <Facts row={row} />}
        showsAll
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  {
    title: shared.payment,
    kind: "long",
    value: ({ payments }) => (
      <span className={typography.mono}>{payments.map(({ id }) => id).join(", ") || text.noPayment}</span>
    ),
  },
  { title: text.amount, kind: "number", value: ({ donation }) => money(donation.amount, donation.currency) },
  {
    title: shared.coins,
    kind: "number",
    value: ({ donation }) => `${count(donation.coins_credited)} / ${count(donation.total_coins)}`,
  },
  { title: shared.forCharacter, value: ({ donation }) => donation.character_name },
  {
    title: shared.state,
    kind: "lead",
    value: (row) => <State tone={toneOf(stateOf(row))}>{text.hitStates[stateOf(row)]}</State>,
  },
];

function stateOf({ donation, payments }: Row) {
  if (payments.some(({ mismatch }) => mismatch)) return "payment_mismatched";
  return donation.disputed ? "disputed" : donation.status;
}

function Facts({ row: { donation, payments } }: { row: Row }) {
  const id = <span className={typography.mono}>{donation.id}</span>;
  return (
    <div className={classes(columns900, factList.factLists)}>
      <FactList
        facts={[
          [shared.donation, id],
          [text.stations.asked, moment(donation.created_at)],
          [text.stations.paid, moment(donation.paid_at)],
          [text.stations.credited, moment(donation.credited_at)],
          [shared.refunded, moment(donation.refunded_at)],
          [text.steps.checked, moment(donation.checked_at)],
        ]}
      />
      {payments.map((payment) => (
        <FactList key={payment.id} facts={factsOf(payment)} />
      ))}
    </div>
  );
}

function factsOf(payment: Row["payments"][number]): readonly Fact[] {
  const { mismatch, waiting } = payment;
  const id = <span className={typography.mono}>{payment.id}</span>;
  const problem = mismatch && <span className={typography.badText}>{mismatch}</span>;
  return [
    [shared.payment, id],
    [text.atProvider, `${payment.status} · ${payment.detail}`],
    ...(problem ? [[text.evidence.mismatch, problem] as const] : []),
    [shared.gross, money(payment.amount, payment.currency)],
    [text.refundedAmount, money(payment.refunded, payment.currency)],
    [text.fee, money(payment.fee, payment.settled_in)],
    [shared.net, money(payment.net, payment.settled_in)],
    [text.release, moment(payment.release_at)],
    [text.method, payment.method ?? "–"],
    [text.notices, waiting ? text.noticesWaiting({ count: waiting }) : count(payment.webhooks)],
    [shared.lastAnswer, moment(payment.seen_at)],
  ];
}
