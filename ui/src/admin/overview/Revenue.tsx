import * as text from "text:adminOverview";
import * as shared from "text:shared";
import { Link } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import * as chart from "../parts/chart.module.css";
import { type Column, DataTable } from "../parts/DataTable";
import { Panel } from "../parts/Panel";
import { shortDay } from "../players/format";
import { formatPrice, moneyOf } from "./money";

type Day = Body<"RevenueDay">;

/** Today first. The bar repeats the amount for the eye. */
export function Revenue({ days }: { days: readonly Day[] }) {
  const max = Math.max(1, ...days.map(({ amount }) => amount));
  const columns: readonly Column<Day>[] = [
    { title: shared.day, value: ({ day }) => <Link to={moneyOf(day)}>{shortDay(day)}</Link> },
    { title: shared.amount, kind: "number", value: ({ amount }) => formatPrice(amount) },
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
