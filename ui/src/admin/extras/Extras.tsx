import * as admin from "text:admin";
import * as text from "text:adminExtras";
import * as shared from "text:shared";
import { type Body, useAdmin } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import { PageTitle } from "../parts/PageTitle";
import { Panel } from "../parts/Panel";
import { LoadState, State, type Tone } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { count } from "../players/format";

type Extra = Body<"ListedExtra">;
type TablesState = Extra["tables_state"];

const KEPT: readonly TablesState[] = ["current", "pending", "newer"];
const TONES: Readonly<Record<keyof typeof text.states, Tone>> = {
  on: "good",
  off: "off",
  without: "bad",
  kept: "info",
};

function stateOf({ is_on, tables_state }: Extra): keyof typeof text.states {
  if (is_on) return tables_state === "absent" ? "without" : "on";
  return KEPT.includes(tables_state) ? "kept" : "off";
}

function schemaOf({ tables_state, version, newest_version }: Extra): string {
  const numbers = { version: count(version), newest: count(newest_version) };
  const { current, pending, newer, ...others } = text.schemas;
  if (tables_state === "current") return current(numbers);
  if (tables_state === "pending") return pending(numbers);
  return tables_state === "newer" ? newer(numbers) : others[tables_state];
}

function commandOf({ name, is_on, tables_state }: Extra): string {
  if (tables_state === "pending") return "gateway upgrade";
  if (is_on && tables_state === "absent") return "gateway install";
  return `gateway extras ${is_on ? "disable" : "enable"} ${name}`;
}

const COLUMNS: readonly Column<Extra>[] = [
  {
    title: text.name,
    value: ({ name, summary, needs }) => (
      <>
        <span className={typography.mono}>{name}</span>
        <small lang="en">{summary}</small>
        {needs.length > 0 && <small>{text.needs({ names: needs.join(", ") })}</small>}
      </>
    ),
  },
  {
    title: shared.state,
    kind: "lead",
    value: (row) => <State tone={TONES[stateOf(row)]}>{text.states[stateOf(row)]}</State>,
  },
  { title: text.tables, kind: "number", value: ({ tables }) => count(tables.length) },
  { title: text.schema, value: schemaOf },
  { title: text.command, kind: "long", value: (row) => <span className={typography.mono}>{commandOf(row)}</span> },
];

/** All extras, the state of their tables, and the command that turns each on or off. */
export function Extras() {
  const { data, error, mutate } = useAdmin("/api/admin/extras");
  return (
    <>
      <PageTitle title={admin.pages.extras} note={text.note} />
      <Panel title={admin.pages.extras} footer={<span>{text.dropping}</span>} first>
        {data ? (
          <DataTable
            emptyText={text.none}
            caption={admin.pages.extras}
            columns={COLUMNS}
            rows={data.data}
            keyOf={({ name }) => name}
            rowTone={(row) => (TONES[stateOf(row)] === "bad" ? "bad" : undefined)}
            showsAll
          />
        ) : (
          <LoadState error={error} onRetry={mutate} />
        )}
      </Panel>
    </>
  );
}
