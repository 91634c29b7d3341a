import * as text from "text:adminOverview";
import * as shared from "text:shared";
import { Link } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import * as chart from "../parts/chart.module.css";
import { type Column, DataTable } from "../parts/DataTable";
import { Panel } from "../parts/Panel";
import { shortDay } from "../players/format";
import { isSiteCurrency, moneyList, moneyOf } from "./money";

type Day = Body<"RevenueDay">;

const siteAmount = ({ amounts }: Day): number => amounts.find(({ currency }) => isSiteCurrency(currency))?.amount ?? 0;

/** Today first. The bar repeats the amount in the site's currency for the eye. */
export function Revenue({ days }: { days: readonly Day[] }) {
  const max = Math.max(1, ...days.map(siteAmount));
  const columns: readonly Column<Day>[] = [
    { title: shared.day, value: ({ day }) => <Link to={moneyOf(day)}>{shortDay(day)}</Link> },
    { title: shared.amount, kind: "number", value: ({ amounts }) => moneyList(amounts) },
    {
      title: text.revenue,
      hidden: true,
      value: (day) => <progress className={chart.bar} max={max} value={siteAmount(day)} aria-hidden="true" />,
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
