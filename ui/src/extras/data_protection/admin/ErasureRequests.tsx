import * as text from "text:adminDataProtection";
import * as shared from "text:shared";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { AccountLink } from "@admin/parts/AccountLink";
import { ChangePanel } from "@admin/parts/ChangePanel";
import type { Column } from "@admin/parts/DataTable";
import { small } from "@admin/parts/density.module.css";
import { Filters } from "@admin/parts/Filters";
import { formatMoment } from "@admin/parts/moment";
import { Panel } from "@admin/parts/Panel";
import { ReadTable } from "@admin/parts/ReadTable";
import { State, type Tone } from "@admin/parts/States";
import * as typography from "@admin/parts/typography.module.css";
import { useFilters } from "@admin/parts/useFilters";
import { usePages } from "@admin/parts/usePages";
import { usePermission } from "@admin/session";
import { Button } from "@shared/components/Button";
import { useState } from "react";

type Row = Body<"ListedErasure">;

const moment = (at: string): string => formatMoment(new Date(at), new Date());

const TONES: Readonly<Record<Row["state"], Tone>> = { waiting: "wait", held: "bad", cancelled: "off", done: "good" };

const COLUMNS: readonly Column<Row>[] = [
  { title: shared.account, kind: "long", value: ({ account }) => <AccountLink login={account} /> },
  { title: shared.state, kind: "lead", value: ({ state }) => <State tone={TONES[state]}>{text.states[state]}</State> },
  { title: text.requested, kind: "time", value: ({ requested_at }) => moment(requested_at) },
  { title: text.due, kind: "time", value: ({ due_at }) => moment(due_at) },
  { title: text.obstacles, kind: "long", value: ({ obstacles }) => obstacles.join(" ") || "–" },
  { title: shared.reason, kind: "long", value: ({ reason }) => reason || "–" },
];

/** Requests for an erasure, which the allowed roles hold and release; the filter is in the address. */
export function ErasureRequests() {
  const { filters, pick } = useFilters();
  const answer = useAdmin("/api/admin/erasures", pick("status", "before"), { keepPreviousData: true });
  const pages = usePages(answer.data?.next);
  const { allowed } = usePermission("erasures.hold");
  const [change, setChange] = useState<Row | null>(null);
  const action: Column<Row> = {
    title: shared.action,
    kind: "actions",
    value: (row) =>
      ["waiting", "held"].includes(row.state) && (
        <Button className={small} onClick={() => setChange(row)}>
          {row.state === "held" ? text.release : text.hold}
        </Button>
      ),
  };
  return (
    <>
      <Filters selects={[{ name: "status", all: shared.everyState, options: text.states }]} />
      <Panel title={text.requests} first footer={pages}>
        <ReadTable
          answer={answer}
          emptyText={text.noRequests}
          key={filters.toString()}
          caption={text.requests}
          columns={allowed ? [...COLUMNS, action] : COLUMNS}
          keyOf={({ id }) => id}
        />
      </Panel>
      {change && <Hold row={change} onClose={() => setChange(null)} onDone={() => void answer.mutate()} />}
    </>
  );
}

function Hold({ row, onClose, onDone }: { row: Row; onClose: () => void; onDone: () => void }) {
  const isHeld = row.state === "held";
  const label = isHeld ? text.release : text.hold;
  return (
    <ChangePanel
      title={`${label}: ${row.account}`}
      action={label}
      path={`/api/admin/erasures/${encodeURIComponent(row.account)}/${isHeld ? "release" : "hold"}`}
      onClose={onClose}
      onDone={onDone}
    >
      {!isHeld && <p className={typography.hint}>{text.holdHint}</p>}
    </ChangePanel>
  );
}
