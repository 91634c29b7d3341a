import * as admin from "text:admin";
import * as text from "text:adminLog";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { useState } from "react";
import { type Body, useAdmin } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import { small } from "../parts/density.module.css";
import { FactList } from "../parts/FactList";
import { Filters } from "../parts/Filters";
import * as layout from "../parts/layout.module.css";
import { formatMoment } from "../parts/moment";
import { PageTitle } from "../parts/PageTitle";
import { Panel } from "../parts/Panel";
import { LoadState } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { useFilters } from "../parts/useFilters";
import { usePages } from "../parts/usePages";
import { Values, valueText } from "../parts/Values";

type Row = Body<"OperatorLogRow">;

const REFUSAL_OPTIONS = { without: text.withoutRefused, only: text.onlyRefused };
const optionsOf = (values: readonly string[] = []) => Object.fromEntries(values.map((value) => [value, value]));

/** Changes and refused requests of operators. The filters are in the address. */
export function OperatorLog() {
  const { filters } = useFilters();
  const { data, error, isValidating, mutate } = useAdmin("/api/admin/log", Object.fromEntries(filters));
  const pages = usePages(data?.next);
  return (
    <>
      <PageTitle title={admin.pages.log} note={text.note} />
      <div className={layout.stack}>
        <Filters
          search={{ name: "subject", label: text.subject, hint: text.subjectHint }}
          selects={[
            { name: "by", label: shared.who, all: text.anyone, options: optionsOf(data?.operators) },
            { name: "command", label: shared.what, all: text.anything, options: optionsOf(data?.commands) },
            { name: "via", label: text.through, all: text.anyWay, options: text.vias },
            { name: "refused", label: text.refusals, all: text.withRefused, options: REFUSAL_OPTIONS },
          ]}
        />
        <Panel title={text.rows} footer={pages}>
          {!data && <LoadState error={error} onRetry={mutate} />}
          {data && <Rows rows={data.data} isStale={isValidating} />}
        </Panel>
      </div>
    </>
  );
}

function Rows({ rows, isStale }: { rows: readonly Row[]; isStale: boolean }) {
  const [open, setOpen] = useState<number | null>(null);
  const columns: readonly Column<Row>[] = [
    {
      title: shared.when,
      value: ({ id, at }) => (
        <Button
          look="ghost"
          className={small}
          aria-expanded={open === id}
          onClick={() => setOpen(open === id ? null : id)}
        >
          {formatMoment(new Date(at), new Date())}
        </Button>
      ),
    },
    ...COLUMNS,
  ];
  return (
    <DataTable
      caption={admin.pages.log}
      emptyText={text.none}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      rowTone={({ outcome }) => (outcome === "refused" ? "bad" : undefined)}
      detailsOf={(row) => open === row.id && <Details row={row} />}
      isStale={isStale}
      showsAll
    />
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { title: shared.who, value: ({ operator }) => operator },
  {
    title: shared.what,
    kind: "lead",
    value: ({ outcome, command }) => (outcome === "refused" ? text.refused({ command }) : command),
  },
  { title: text.subject, kind: "long", value: ({ subject }) => subject },
  {
    title: shared.beforeAndAfter,
    kind: "long",
    value: (row) => (row.before || row.after ? <Summary row={row} /> : "–"),
  },
  {
    title: shared.reason,
    kind: "long",
    value: ({ reason }) => (reason ? <span className={typography.muted}>{reason}</span> : "–"),
  },
  { title: text.through, value: ({ via }) => text.vias[via] },
];

/** The first values that changed, in one line. */
function Summary({ row: { before, after } }: { row: Row }) {
  const [name] = Object.keys(after ?? before ?? {});
  if (name === undefined) return <span className={typography.muted}>–</span>;
  return (
    <span className={typography.twoLines}>
      {name}: {before && <span className={typography.badText}>{valueText(name, before[name])}</span>}
      {before && " → "}
      <span className={typography.goodText}>{after ? valueText(name, after[name]) : shared.removed}</span>
    </span>
  );
}

function Details({ row }: { row: Row }) {
  return (
    <div className={classes(layout.grid, layout.halves)}>
      <Values oldValues={row.before} newValues={row.after} />
      <FactList
        facts={[
          [text.row, row.id],
          [shared.when, new Date(row.at).toISOString()],
          [text.origin, row.address ?? "–"],
          [shared.reason, row.reason || "–"],
        ]}
      />
    </div>
  );
}
