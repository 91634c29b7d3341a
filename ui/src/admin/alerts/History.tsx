import * as text from "text:adminAlerts";
import { formatDuration, formatMoment } from "@shared/dates";
import { useSearchParams } from "react-router-dom";
import { type Body, useAdmin } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import { Panel } from "../parts/Panel";
import { Empty, Failed, State, Waiting } from "../parts/States";
import { amount } from "./format";

type Alert = Body<"ListedAlert">;

const COLUMNS: readonly Column<Alert>[] = [
  { title: text.raisedAt, value: ({ raised_at }) => formatMoment(new Date(raised_at), new Date()) },
  { title: text.rule, className: "wrapname", value: ({ rule }) => text.rules[rule] },
  { title: text.valueTitle, className: "n", value: ({ value, unit }) => amount(value, unit) },
  {
    title: text.state,
    className: "k",
    value: ({ cleared_at }) =>
      cleared_at ? (
        <State tone="good">{text.cleared({ time: formatMoment(new Date(cleared_at), new Date()) })}</State>
      ) : (
        <State tone="bad">{text.stillRaised}</State>
      ),
  },
  {
    title: text.lasted,
    className: "n",
    value: ({ raised_at, cleared_at }) =>
      formatDuration(Math.round((Date.parse(cleared_at ?? new Date().toISOString()) - Date.parse(raised_at)) / 1000)),
  },
];

/** Raised and cleared alerts. The filters are in the address. */
export function History() {
  const [filters, setFilters] = useSearchParams();
  const { data, error, mutate } = useAdmin("/api/admin/alerts/history", Object.fromEntries(filters));
  const set = (name: string, value: string) => {
    const changed = new URLSearchParams(filters);
    changed.delete("before");
    if (value === "") changed.delete(name);
    else changed.set(name, value);
    setFilters(changed, { replace: true });
  };
  const select = (name: string, label: string, all: string, options: readonly (readonly [string, string])[]) => (
    <select
      className="input"
      aria-label={label}
      value={filters.get(name) ?? ""}
      onChange={(event) => set(name, event.target.value)}
    >
      <option value="">{all}</option>
      {options.map(([value, shown]) => (
        <option key={value} value={value}>
          {shown}
        </option>
      ))}
    </select>
  );
  const turns = (
    <>
      {filters.has("before") && (
        <button type="button" className="btn small" onClick={() => set("before", "")}>
          {text.newest}
        </button>
      )}
      {data?.next != null && (
        <button type="button" className="btn small" onClick={() => set("before", String(data.next))}>
          {text.older}
        </button>
      )}
    </>
  );
  return (
    <Panel title={text.history} footer={(filters.has("before") || data?.next != null) && turns}>
      <div className="body filters">
        {select("rule", text.rule, text.anyRule, Object.entries(text.rules))}
        {select("status", text.state, text.anyState, [
          ["raised", text.stillRaised],
          ["cleared", text.onlyCleared],
        ])}
      </div>
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
      ) : error ? (
        <Failed error={error} onRetry={() => mutate()} />
      ) : (
        <Waiting rows={5} />
      )}
    </Panel>
  );
}
