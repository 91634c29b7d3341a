import * as text from "text:adminOverview";
import * as adminWheel from "text:adminWheel";
import * as shared from "text:shared";
import { formatNumber } from "@shared/format";
import type { Body } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import { FactList } from "../parts/FactList";
import { Panel } from "../parts/Panel";
import { State } from "../parts/States";
import * as typography from "../parts/typography.module.css";

type FactName = keyof typeof text.factNames;
type Part = Body<"PartHealth">;
type Statement = Body<"FailedQuery">;

const PARTS: readonly Column<Part>[] = [
  { title: text.part, value: ({ part }) => text.parts[part] },
  {
    title: shared.state,
    kind: "lead",
    value: ({ is_up }) => <State tone={is_up ? "good" : "bad"}>{is_up ? text.up : text.down}</State>,
  },
  { title: shared.figures, value: ({ facts }) => Object.entries(facts).map(factText).join(" · ") },
];

const STATEMENTS: readonly Column<Statement>[] = [
  { title: text.statement, value: ({ query }) => <span className={typography.mono}>{query}</span> },
  { title: shared.reason, value: ({ reason }) => reason },
  { title: text.count, kind: "number", value: ({ count }) => formatNumber(count) },
];

const factText = ([name, value]: [string, number]): string =>
  `${formatNumber(Math.round(value))} ${text.factNames[name as FactName]}`;

export function Health({ parts }: { parts: readonly Part[] }) {
  return (
    <Panel title={text.health}>
      <DataTable
        caption={text.health}
        columns={PARTS}
        rows={parts}
        keyOf={({ part }) => part}
        rowTone={({ is_up }) => (is_up ? undefined : "bad")}
        showsAll
      />
    </Panel>
  );
}

export function Switches({ switches }: { switches: readonly Body<"FeatureSwitch">[] }) {
  return (
    <Panel title={text.switches}>
      <FactList
        inPanel
        facts={switches.map(({ feature, is_on }) => [
          adminWheel.features[feature],
          <State key={feature} tone={is_on ? "good" : "off"}>
            {is_on ? text.on : text.off}
          </State>,
        ])}
      />
    </Panel>
  );
}

export function FailedStatements({ rows }: { rows: readonly Statement[] }) {
  return (
    <Panel title={text.failing} note={text.failingNote}>
      <DataTable
        caption={text.failing}
        emptyText={text.failingNone}
        columns={STATEMENTS}
        rows={rows}
        keyOf={({ role, query, reason }) => `${role} ${query} ${reason}`}
        tight
        keepsRows
        showsAll
      />
    </Panel>
  );
}
