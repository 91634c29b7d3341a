import * as text from "text:adminEconomy";
import * as shared from "text:shared";
import type { Body } from "@admin/api/useAdmin";
import * as chart from "@admin/parts/chart.module.css";
import { type Column, DataTable } from "@admin/parts/DataTable";
import * as layout from "@admin/parts/layout.module.css";
import { Panel } from "@admin/parts/Panel";
import { Plot } from "@admin/parts/Plot";
import { Empty } from "@admin/parts/States";
import { count, shortDay } from "@admin/players/format";
import { formatCalendarDay } from "@shared/calendarDay";
import { ticks } from "@shared/charts/scale";
import { LANGUAGE } from "@shared/format";

type Night = Body<"SupplyNight">;

/** Days that are named below the chart, at most. */
const MARKS = 4;
/** Three digits fit beside the chart. */
const short = new Intl.NumberFormat(LANGUAGE, { notation: "compact", maximumSignificantDigits: 3 });

const COLUMNS: readonly Column<Night>[] = [
  { title: text.night, value: ({ day }) => formatCalendarDay(day) },
  { title: shared.quantity, kind: "leadNumber", value: ({ amount }) => count(amount) },
  { title: text.low, kind: "number", value: ({ low }) => count(low) },
  { title: text.high, kind: "number", value: ({ high }) => count(high) },
];

/** Adena of all holders by night, with the band of usual amounts, and the same numbers as a table. */
export function Supply({ nights }: { nights: readonly Night[] }) {
  const amounts = nights.flatMap(({ amount, low, high }) => [amount, low ?? amount, high ?? amount]);
  const steps = ticks(Math.min(...amounts), Math.max(...amounts), 4);
  const min = steps[0] ?? 0;
  const range = (steps.at(-1) ?? 1) - min;
  const days = nights.map(({ day }) => Date.parse(day));
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  const x = ({ day }: Night) => ((Date.parse(day) - first) / Math.max(1, last - first)) * 100;
  const marks = nights.filter((_, index) => (nights.length - 1 - index) % Math.ceil(nights.length / MARKS) === 0);
  const point = (night: Night, amount: number) => `${x(night)} ${100 - ((amount - min) / range) * 100}`;
  const line = nights.map((night) => point(night, night.amount));
  const usual = nights.filter(({ low, high }) => low != null && high != null);
  const band = [
    ...usual.map((night) => point(night, night.high ?? 0)),
    ...usual.toReversed().map((night) => point(night, night.low ?? 0)),
  ];
  return (
    <Panel title={text.supply} note={text.supplyNote}>
      {nights.length === 0 ? (
        <Empty>{text.noCount}</Empty>
      ) : (
        <>
          <Plot
            isWide
            values={steps.map((value) => ({ at: ((value - min) / range) * 100, label: short.format(value) }))}
            times={marks.map((night) => ({ at: x(night), label: shortDay(night.day) }))}
          >
            {band.length > 0 && <path className={chart.band} d={`M${band.join("L")}Z`} />}
            <path className={chart.line} d={`M${line.join("L")}`} />
          </Plot>
          <details className={layout.body}>
            <summary>{shared.showTable}</summary>
            <DataTable
              caption={text.supply}
              columns={COLUMNS}
              rows={nights.toReversed()}
              keyOf={({ day }) => day}
              rowTone={({ amount, low, high }) =>
                low != null && high != null && (amount < low || amount > high) ? "bad" : undefined
              }
            />
          </details>
        </>
      )}
    </Panel>
  );
}
