import * as text from "text:adminMoney";
import * as players from "text:adminPlayers";
import * as shared from "text:shared";
import { type Body, useAdmin } from "../api/useAdmin";
import { money } from "../overview/money";
import { AccountLink } from "../parts/AccountLink";
import type { Column } from "../parts/DataTable";
import { formatMoment } from "../parts/moment";
import { Panel } from "../parts/Panel";
import { ReadTable } from "../parts/ReadTable";
import { State, type Tone } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { useFilters } from "../parts/useFilters";
import { usePages } from "../parts/usePages";
import { count } from "../players/format";
import { explanation } from "./explanation";

type Row = Body<"ListedDonationRow">;

const TONES: Readonly<Record<Row["status"], Tone>> = {
  completed: "good",
  pending: "wait",
  failed: "off",
  refunded: "info",
};

const COLUMNS: readonly Column<Row>[] = [
  { title: text.begun, value: ({ at }) => formatMoment(new Date(at), new Date()) },
  { title: shared.player, kind: "long", value: ({ account }) => <AccountLink login={account} /> },
  {
    title: shared.payment,
    kind: "long",
    value: ({ payments, explanation: cause }) => (
      <>
        <span className={typography.mono}>{payments.join(", ") || "–"}</span>
        <small>{explanation(cause)}</small>
        {cause.command && <small className={typography.mono}>{cause.command}</small>}
      </>
    ),
  },
  { title: shared.amount, kind: "number", value: ({ amount, currency }) => money(amount, currency) },
  { title: shared.coins, kind: "number", value: ({ coins }) => count(coins) },
  {
    title: shared.state,
    kind: "lead",
    value: ({ status, disputed }) => (
      <State tone={disputed ? "bad" : TONES[status]}>{players.hitStates[disputed ? "disputed" : status]}</State>
    ),
  },
];

/** The donations of the period, by the state that is chosen above. */
export function Donations() {
  const { filters, pick } = useFilters();
  const status = filters.get("status");
  const answer = useAdmin("/api/admin/donations", pick("since", "until", "status", "before"));
  const { data } = answer;
  const pages = usePages(data?.next);
  return (
    <Panel
      title={shared.donations}
      note={status ? text.states[status as keyof typeof text.states] : undefined}
      footer={pages}
    >
      <ReadTable
        answer={answer}
        emptyText={text.noDonations}
        key={filters.toString()}
        caption={shared.donations}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        rowTone={({ disputed }) => (disputed ? "bad" : undefined)}
      />
    </Panel>
  );
}
