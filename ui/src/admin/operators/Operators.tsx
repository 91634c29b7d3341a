import * as shell from "text:admin";
import * as text from "text:adminOperators";
import { Button } from "@shared/components/Button";
import { formatShortDay } from "@shared/dates";
import { useState } from "react";
import { type Body, useAdmin } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import { small } from "../parts/density.module.css";
import { PageTitle } from "../parts/PageTitle";
import { Panel } from "../parts/Panel";
import { LoadState, State } from "../parts/States";
import { usePermission, useSession } from "../session";
import { ChangeOperator } from "./ChangeOperator";

type Entry = Body<"OperatorEntry">;

/** Operators who may sign in here, and their roles. */
export function Operators() {
  const { data, error, mutate } = useAdmin("/api/admin/operators");
  const [changedOperator, setChangedOperator] = useState<Entry | null>(null);
  return (
    <>
      <PageTitle title={text.title} note={text.note} />
      <Panel title={text.title}>
        {data ? <Rows rows={data.data} onChange={setChangedOperator} /> : <LoadState error={error} onRetry={mutate} />}
      </Panel>
      {changedOperator && (
        <ChangeOperator operator={changedOperator} onClose={() => setChangedOperator(null)} onDone={() => mutate()} />
      )}
    </>
  );
}

function Rows({ rows, onChange }: { rows: readonly Entry[]; onChange: (row: Entry) => void }) {
  const { name: ownName } = useSession();
  const { allowed } = usePermission("operators.change");
  const columns: readonly Column<Entry>[] = [
    { title: text.name, value: ({ name }) => name },
    { title: text.state, kind: "lead", value: stateOf },
    { title: text.role, value: ({ role }) => shell.roles[role] },
    { title: text.factors, kind: "number", value: ({ factors }) => factors },
    { title: text.since, value: ({ created_at }) => formatShortDay(new Date(created_at)) },
    {
      title: text.change,
      hidden: true,
      kind: "actions",
      value: (row) => (
        <Button
          className={small}
          disabled={!allowed || row.name === ownName}
          onClick={() => onChange(row)}
          aria-label={text.changeOf({ name: row.name })}
        >
          {text.change}
        </Button>
      ),
    },
  ];
  return <DataTable caption={text.title} columns={columns} rows={rows} keyOf={({ name }) => name} showsAll />;
}

function stateOf({ disabled_at, factors }: Entry) {
  if (disabled_at) return <State tone="off">{text.disabled}</State>;
  return factors === 0 ? <State tone="wait">{text.noFactor}</State> : <State tone="good">{text.enabled}</State>;
}
