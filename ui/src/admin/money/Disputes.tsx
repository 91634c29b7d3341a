import * as text from "text:adminMoney";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import { money } from "../overview/money";
import { AccountLink } from "../parts/AccountLink";
import { type Column, DataTable } from "../parts/DataTable";
import { small } from "../parts/density.module.css";
import { formatMoment } from "../parts/moment";
import { Panel } from "../parts/Panel";
import { State, type Tone } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { count } from "../players/format";
import { usePermission } from "../session";
import { Evidence } from "./Evidence";

type Row = Body<"Dispute">;

const TONES: Readonly<Record<Row["state"], Tone>> = { mediation: "bad", chargeback: "bad", won: "good", lost: "off" };

/** Undecided disputes first. The evidence of the donation in the address is open. */
export function Disputes({ rows }: { rows: readonly Row[] }) {
  const [donation, setDonation] = useState(useSearchParams()[0].get("evidence"));
  const { allowed } = usePermission("money.evidence");
  const columns: readonly Column<Row>[] = [
    { title: shared.payment, value: ({ payment }) => <span className={typography.mono}>{payment}</span> },
    { title: shared.player, kind: "long", value: ({ account }) => <AccountLink login={account} /> },
    { title: shared.amount, kind: "number", value: ({ amount, currency }) => money(amount, currency) },
    { title: shared.coins, kind: "number", value: ({ coins, held }) => `${count(coins)} (${count(held)})` },
    {
      title: shared.sinceLabel,
      kind: "time",
      value: ({ changed_at }) => formatMoment(new Date(changed_at), new Date()),
    },
    {
      title: shared.state,
      kind: "lead",
      value: ({ state }) => <State tone={TONES[state]}>{text.disputeStates[state]}</State>,
    },
    {
      title: shared.action,
      kind: "actions",
      value: (row) =>
        allowed && (
          <Button className={small} onClick={() => setDonation(row.donation)}>
            {text.evidence}
          </Button>
        ),
    },
  ];
  return (
    <Panel title={text.disputes} note={text.disputesNote}>
      <DataTable
        emptyText={text.noDisputes}
        caption={text.disputes}
        columns={columns}
        rows={rows}
        keyOf={({ payment }) => payment}
        rowTone={({ state }) => (TONES[state] === "bad" ? "bad" : undefined)}
      />
      {donation !== null && <Evidence donation={donation} onClose={() => setDonation(null)} />}
    </Panel>
  );
}
