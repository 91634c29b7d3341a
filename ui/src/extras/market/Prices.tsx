import * as text from "text:market";
import * as shared from "text:shared";
import { abbreviate } from "@shared/abbreviate";
import { useIsHydrated } from "@shared/api/firstFrame";
import { ChartFrame, marksOfDays, percentOf, SeriesLine } from "@shared/charts/ChartFrame";
import { ChartPanel } from "@shared/charts/ChartPanel";
import { dayOf, formatDate, lastDay } from "@shared/charts/days";
import { ticks } from "@shared/charts/scale";
import { FoldedTable } from "@shared/components/Table";
import { formatNumber } from "@shared/format";
import { useState } from "react";
import type { PriceDay } from "./answers";
import * as css from "./market.module.css";

/** Days of the chart; older ones are in no view. */
const DAYS = 90;
const STEPS = 4;

/** Lowest and median price by day, of one enchant level. The chart ends at the reader's day, so the browser draws it. */
export function Prices({ days }: { days: readonly PriceDay[] }) {
  const isHydrated = useIsHydrated();
  const enchants = [...new Set(days.map(({ enchant }) => enchant))].sort((a, b) => a - b);
  const [chosen, setChosen] = useState<number>();
  const enchant = chosen ?? mostRecorded(days, enchants);
  const shown = days.filter((day) => day.enchant === enchant).slice(-DAYS);
  const note = (
    <>
      <span className={css.keys}>
        <span className={css.lowest}>{text.lowest}</span>
        <span className={css.median}>{text.median}</span>
      </span>
      {enchants.length > 1 && (
        <label className={css.level}>
          {text.enchantLevel}
          <select value={enchant} onChange={({ target }) => setChosen(Number(target.value))}>
            {enchants.map((level) => (
              <option key={level} value={level}>
                {`+${level}`}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
  const state = shown.length < 2 ? "empty" : isHydrated ? "drawn" : "loading";
  return (
    <ChartPanel title={text.prices} note={note} state={state} empty={text.noPrices}>
      <PriceFigure days={shown} />
    </ChartPanel>
  );
}

/** The enchant level with the most days. */
function mostRecorded(days: readonly PriceDay[], enchants: readonly number[]): number {
  const countOf = (level: number) => days.filter(({ enchant }) => enchant === level).length;
  return [...enchants].sort((a, b) => countOf(b) - countOf(a))[0] ?? 0;
}

function PriceFigure({ days }: { days: readonly PriceDay[] }) {
  const numbers = days.map(({ day }) => dayOf(day));
  const last = lastDay(numbers);
  const first = Math.min(...numbers);
  const span = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const x = (day: string) => ((dayOf(day) - first) / Math.max(1, last - first)) * 100;
  const steps = ticks(0, Math.max(...days.map(({ median, lowest }) => Math.max(median, lowest))), STEPS);
  const points = (value: "lowest" | "median") =>
    days.map((day) => ({ x: x(day.day), y: percentOf(day[value], steps) }));
  const label = text.chart({
    first: formatDate(first),
    last: formatDate(last),
    low: formatNumber(Math.min(...days.map(({ lowest }) => lowest))),
    median: formatNumber(days.at(-1)?.median ?? 0),
  });
  return (
    <figure>
      <ChartFrame
        label={label}
        readerLabel={text.lowestOfDay}
        readings={days.map(({ day, lowest, median, offers }) => ({
          x: x(day),
          y: percentOf(lowest, steps),
          lines: [
            formatDate(dayOf(day)),
            `${text.lowest} ${formatNumber(lowest)}`,
            `${text.median} ${formatNumber(median)}`,
            text.count({ count: offers }),
          ],
        }))}
        steps={steps}
        marks={marksOfDays(span)}
        formatStep={abbreviate}
      >
        <SeriesLine series={0} points={points("lowest")} />
        <SeriesLine series={1} points={points("median")} />
      </ChartFrame>
      <FoldedTable
        label={text.pricesTable}
        columns={[shared.day, text.lowest, text.median, text.offers]}
        rows={days
          .map(({ day, lowest, median, offers }) => [
            formatDate(dayOf(day)),
            formatNumber(lowest),
            formatNumber(median),
            formatNumber(offers),
          ])
          .reverse()}
      />
    </figure>
  );
}
