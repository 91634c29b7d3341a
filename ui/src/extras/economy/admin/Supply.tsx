import * as text from "text:adminEconomy";
import * as shared from "text:shared";
import type { Body } from "@admin/api/useAdmin";
import * as chart from "@admin/parts/chart.module.css";
import { type Column, DataTable } from "@admin/parts/DataTable";
import * as layout from "@admin/parts/layout.module.css";
import { Panel } from "@admin/parts/Panel";
import { Empty } from "@admin/parts/States";
import { count } from "@admin/players/format";
import { classes } from "@shared/components/classes";
import { formatCalendarDay } from "@shared/dates";
import { LANGUAGE } from "@shared/format";

type Night = Body<"SupplyNight">;

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
  const [min, max] = [Math.min(...amounts), Math.max(...amounts)];
  const range = Math.max(1, max - min);
  const days = nights.map(({ day }) => Date.parse(day));
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  const point = (night: Night, amount: number) =>
    `${((Date.parse(night.day) - first) / Math.max(1, last - first)) * 100} ${100 - ((amount - min) / range) * 100}`;
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
          <div className={classes(chart.chart, chart.wide)}>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <path className={chart.grid} d="M0 0H100M0 50H100M0 100H100" fill="none" />
              {band.length > 0 && <path className={chart.band} d={`M${band.join("L")}Z`} />}
              <path className={chart.line} d={`M${line.join("L")}`} />
            </svg>
            <span className={classes(chart.mark, chart.topMark)}>{short.format(max)}</span>
            <span className={classes(chart.mark, chart.bottomMark)}>{short.format(min)}</span>
          </div>
          <p className={chart.axis}>
            <span>{formatCalendarDay(nights[0]?.day ?? "")}</span>
            <span>{formatCalendarDay(nights.at(-1)?.day ?? "")}</span>
          </p>
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
