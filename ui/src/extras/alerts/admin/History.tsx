import * as text from "text:adminAlerts";
import * as shared from "text:shared";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { Filters } from "@admin/parts/Filters";
import { formatMoment, formatMomentWithin } from "@admin/parts/moment";
import { Panel } from "@admin/parts/Panel";
import { Empty, LoadState, State } from "@admin/parts/States";
import { useFilters } from "@admin/parts/useFilters";
import { usePages } from "@admin/parts/usePages";
import { formatDuration } from "@shared/durations";
import { amount, ruleName } from "./format";

type Alert = Body<"ListedAlert">;

const STATES = { raised: text.stillRaised, cleared: text.onlyCleared };

const COLUMNS: readonly Column<Alert>[] = [
  { title: text.raisedAt, value: ({ raised_at }) => formatMoment(new Date(raised_at), new Date()) },
  { title: text.rule, kind: "long", value: ({ rule }) => ruleName(rule) },
  { title: shared.value, kind: "number", value: ({ value, unit }) => amount(value, unit) },
  {
    title: shared.state,
    kind: "lead",
    value: ({ cleared_at }) =>
      cleared_at ? (
        <State tone="good">{text.cleared({ time: formatMomentWithin(new Date(cleared_at), new Date()) })}</State>
      ) : (
        <State tone="bad">{text.stillRaised}</State>
      ),
  },
  {
    title: text.lasted,
    kind: "number",
    value: ({ raised_at, cleared_at }) =>
      formatDuration(Math.round((Date.parse(cleared_at ?? new Date().toISOString()) - Date.parse(raised_at)) / 1000)),
  },
];

/** Raised and cleared alerts. The filters are in the address. */
export function History() {
  const { filters } = useFilters();
  const { data, error, mutate } = useAdmin("/api/admin/alerts/history", Object.fromEntries(filters));
  const pages = usePages(data?.next);
  return (
    <Panel title={text.history} footer={pages}>
      <Filters
        inPanel
        selects={[
          { name: "rule", label: text.rule, all: text.anyRule, options: text.rules },
          { name: "status", label: shared.state, all: shared.everyState, options: STATES },
        ]}
      />
      {data ? (
        data.data.length === 0 ? (
          <Empty>{text.noAlerts}</Empty>
        ) : (
          <DataTable
            key={filters.toString()}
            caption={text.history}
            columns={COLUMNS}
            rows={data.data}
            keyOf={({ id }) => id}
          />
        )
      ) : (
        <LoadState error={error} onRetry={mutate} />
      )}
    </Panel>
  );
}
