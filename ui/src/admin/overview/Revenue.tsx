import * as text from "text:adminOverview";
import { Link } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import * as chart from "../parts/chart.module.css";
import { type Column, DataTable } from "../parts/DataTable";
import { Panel } from "../parts/Panel";
import { shortDay } from "../players/format";
import { usePermission } from "../session";
import { formatPrice, moneyOf } from "./money";

type Day = Body<"RevenueDay">;

/** Today first. The bar repeats the amount for the eye. */
export function Revenue({ days }: { days: readonly Day[] }) {
  const max = Math.max(1, ...days.map(({ amount }) => amount));
  const { allowed } = usePermission("money.read");
  const columns: readonly Column<Day>[] = [
    { title: text.day, value: ({ day }) => (allowed ? <Link to={moneyOf(day)}>{shortDay(day)}</Link> : shortDay(day)) },
    { title: text.amount, kind: "number", value: ({ amount }) => formatPrice(amount) },
    {
      title: text.revenue,
      hidden: true,
      value: ({ amount }) => <progress className={chart.bar} max={max} value={amount} aria-hidden="true" />,
    },
  ];
  return (
    <Panel title={text.revenue}>
      <DataTable
        caption={text.revenue}
        columns={columns}
        rows={days.toReversed()}
        keyOf={({ day }) => day}
        tight
        keepsRows
        showsAll
      />
    </Panel>
  );
}
