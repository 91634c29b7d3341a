import * as shell from "text:admin";
import * as text from "text:adminOperators";
import { Button } from "@shared/components/Button";
import { formatShortDay } from "@shared/dates";
import { useState } from "react";
import { type Body, useAdmin } from "../api/useAdmin";
import { small } from "../parts/density.module.css";
import { PageTitle, Panel } from "../parts/Panel";
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
  return (
    <table className="t fold two">
      <caption className="visually-hidden">{text.title}</caption>
      <thead>
        <tr>
          <th scope="col">{text.name}</th>
          <th scope="col">{text.state}</th>
          <th scope="col">{text.role}</th>
          <th scope="col" className="n">
            {text.factors}
          </th>
          <th scope="col">{text.since}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td className="k">
              {row.disabled_at ? (
                <State tone="off">{text.disabled}</State>
              ) : row.factors === 0 ? (
                <State tone="wait">{text.noFactor}</State>
              ) : (
                <State tone="good">{text.enabled}</State>
              )}
            </td>
            <td data-l={text.role}>{shell.roles[row.role]}</td>
            <td data-l={text.factors} className="n">
              {row.factors}
            </td>
            <td data-l={text.since}>{formatShortDay(new Date(row.created_at))}</td>
            <td className="acts">
              <Button
                className={small}
                disabled={!allowed || row.name === ownName}
                onClick={() => onChange(row)}
                aria-label={text.changeOf({ name: row.name })}
              >
                {text.change}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
