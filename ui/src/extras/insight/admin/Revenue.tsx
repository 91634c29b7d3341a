import * as text from "text:adminInsight";
import * as shared from "text:shared";
import { money } from "@admin/overview/money";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { Panel } from "@admin/parts/Panel";
import { count, shortDay } from "@admin/players/format";
import { providerName } from "@shared/paymentProviders";
import { perBuyer, type Revenue as RevenueOf, type Week } from "./figures";
import { buyersOf } from "./Sources";

type Row = RevenueOf & Pick<Week, "week" | "accounts">;

const COLUMNS: readonly Column<Row>[] = [
  { title: text.week, value: ({ week }) => shortDay(week) },
  { title: text.registered, kind: "number", value: ({ accounts }) => count(accounts) },
  { title: shared.provider, value: ({ provider }) => providerName(provider) },
  { title: text.buyers, kind: "number", value: ({ buyers, accounts }) => buyersOf(buyers, accounts) },
  { title: shared.gross, kind: "leadNumber", value: ({ gross, currency }) => money(gross, currency) },
  {
    title: text.returned,
    kind: "number",
    value: ({ returned, currency }) => money(-returned || 0, currency),
  },
  {
    title: shared.net,
    kind: "number",
    value: ({ net, settled_in, unreported }) => (
      <>
        {money(net, settled_in)}
        {unreported > 0 && <small>{text.unreported({ count: unreported })}</small>}
      </>
    ),
  },
  { title: text.perBuyer, kind: "number", value: perBuyer },
];

/** Payments of the accounts of each week up to now; for operators who may read money. */
export function Revenue({ weeks }: { weeks: readonly Week[] }) {
  if (weeks.some(({ revenue }) => revenue == null)) return null;
  const rows = weeks
    .toReversed()
    .flatMap(({ week, accounts, revenue }) => (revenue ?? []).map((row) => ({ ...row, week, accounts })));
  return (
    <Panel title={text.revenue} note={text.revenueNote}>
      <DataTable
        emptyText={text.noRevenue}
        caption={text.revenue}
        tight
        columns={COLUMNS}
        rows={rows}
        keyOf={({ week, provider, currency, settled_in }) => `${week} ${provider} ${currency} ${settled_in}`}
      />
    </Panel>
  );
}
