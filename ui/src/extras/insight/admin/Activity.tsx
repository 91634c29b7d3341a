import * as text from "text:adminInsight";
import * as shared from "text:shared";
import type { Body } from "@admin/api/useAdmin";
import * as chart from "@admin/parts/chart.module.css";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { Panel } from "@admin/parts/Panel";
import { useFilters } from "@admin/parts/useFilters";
import { count, signed } from "@admin/players/format";
import { formatDuration } from "@shared/durations";
import { Link } from "react-router-dom";
import { share } from "./figures";

type Band = Body<"ActivityBand">;

/** Accounts by band of activity, and the change against the week before. */
export function Activity({ bands, weeklyMinutes }: { bands: readonly Band[]; weeklyMinutes: number }) {
  const { withChanges } = useFilters();
  const all = bands.reduce((sum, { accounts }) => sum + accounts, 0);
  const columns: readonly Column<Band>[] = [
    {
      title: text.band,
      value: ({ band, from_index }) => `${text.bands[band]}${from_index ? ` ≥ ${count(from_index)}` : ""}`,
    },
    {
      title: shared.accounts,
      kind: "leadNumber",
      value: ({ band, accounts }) => (
        <Link to={withChanges({ band })} preventScrollReset>
          {count(accounts)}
        </Link>
      ),
    },
    { title: text.change, kind: "number", value: ({ accounts, week_before }) => signed(accounts - week_before) },
    {
      title: shared.part,
      kind: "number",
      value: ({ accounts }) => (
        <>
          {share(accounts, all)}
          <progress className={chart.bar} max={all || 1} value={accounts} aria-hidden="true" />
        </>
      ),
    },
  ];
  return (
    <Panel
      title={text.activity}
      note={text.threshold({ time: formatDuration(weeklyMinutes * 60, weeklyMinutes % 60 ? "m" : "h") })}
      footer={<span>{text.formula}</span>}
    >
      <DataTable caption={text.activity} tight columns={columns} rows={bands} keyOf={({ band }) => band} />
    </Panel>
  );
}
