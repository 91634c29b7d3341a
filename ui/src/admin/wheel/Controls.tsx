import * as admin from "text:admin";
import * as text from "text:adminWheel";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { useState } from "react";
import { type Body, useAdmin } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import { small } from "../parts/density.module.css";
import { formatMoment } from "../parts/moment";
import { Panel } from "../parts/Panel";
import { LoadState, State } from "../parts/States";
import { usePermission } from "../session";
import { ChangeSwitch } from "./ChangeSwitch";

type Row = Body<"ListedSwitch">;

/** Switches of the features, with operator and end, and the notices of all pages. */
export function Controls() {
  const { data, error, mutate } = useAdmin("/api/admin/controls");
  const [changedRow, setChangedRow] = useState<Row | null>(null);
  const { allowed } = usePermission("switches.change");
  const columns: readonly Column<Row>[] = [
    { title: text.feature, value: ({ feature }) => text.features[feature] },
    { title: shared.state, kind: "lead", value: (row) => <SwitchState row={row} /> },
    { title: shared.reason, kind: "long", value: ({ closed }) => closed?.reason ?? "–" },
    { title: shared.who, value: ({ closed }) => closed?.operator ?? "–" },
    {
      title: shared.until,
      kind: "time",
      value: ({ closed }) => (closed?.until ? formatMoment(new Date(closed.until), new Date()) : "–"),
    },
    {
      title: shared.action,
      kind: "actions",
      value: (row) => (
        <Button
          className={small}
          disabled={!allowed}
          aria-label={`${row.closed ? text.open : text.close}: ${text.features[row.feature]}`}
          onClick={() => setChangedRow(row)}
        >
          {row.closed ? text.open : text.close}
        </Button>
      ),
    },
  ];
  if (!data) return <LoadState error={error} onRetry={mutate} />;
  return (
    <>
      <Panel first title={admin.pages.wheel}>
        <DataTable
          caption={admin.pages.wheel}
          columns={columns}
          rows={data.switches}
          keyOf={({ feature }) => feature}
          rowTone={({ closed }) => (closed ? "wait" : undefined)}
        />
      </Panel>
      {changedRow && <ChangeSwitch row={changedRow} onClose={() => setChangedRow(null)} onDone={() => mutate()} />}
    </>
  );
}

function SwitchState({ row: { closed, is_configured } }: { row: Row }) {
  if (closed) return <State tone="wait">{text.closed}</State>;
  return <State tone={is_configured ? "good" : "off"}>{is_configured ? text.opened : text.notConfigured}</State>;
}
