import * as shared from "text:shared";
import * as text from "text:status";
import { useIsHydrated } from "@shared/api/firstFrame";
import { type Answer, useGet } from "@shared/api/useGet";
import { formatAppointment } from "@shared/appointment";
import ChartReader from "@shared/components/ChartReader";
import { linePath, type Point, scaleSteps } from "@shared/components/chart-scale";
import { LocalTime } from "@shared/components/LocalTime";
import { Panel } from "@shared/components/Panel";
import { FoldedTable } from "@shared/components/Table";
import { formatMoment, formatShortDay } from "@shared/dates";
import { formatNumber, LANGUAGE } from "@shared/format";
import { hidden } from "@shared/styles/utility.module.css";
import { useState } from "react";
import { weekHour } from "./StatusFigures";
import * as css from "./status.module.css";

const PERIODS = ["day", "week", "quarter"] as const;
type Period = (typeof PERIODS)[number];
type Points = Answer<"/api/status/history">["data"];

/** Players and offline shops over a day, a week or ninety days. */
export function PlayersPanel() {
  const [period, setPeriod] = useState<Period>("day");
  const { data, error } = useGet("/api/status/history", period === "day" ? {} : { period });
  return (
    <Panel padded>
      <div className={css.head}>
        <h2>{text.playersOver[period]}</h2>
        <fieldset className={css.periods}>
          <legend className={hidden}>{shared.periodLabel}</legend>
          {PERIODS.map((name) => (
            <button key={name} type="button" aria-pressed={name === period} onClick={() => setPeriod(name)}>
              {text.periods[name]}
            </button>
          ))}
        </fieldset>
      </div>
      {data ? (
        <Content points={data.data} period={period} />
      ) : error ? (
        <Note>{text.chartFailed}</Note>
      ) : (
        <div className={css.loading} />
      )}
    </Panel>
  );
}

const Note = ({ children }: { children: string }) => <p className={css.note}>{children}</p>;

const Content = ({ points, period }: { points: Points; period: Period }) =>
  points.length > 1 ? <Chart points={points} period={period} /> : <Note>{text.collecting}</Note>;

/** Of the times below the chart: its first, middle and last. */
const ANCHORS = ["start", "middle", "end"] as const;
const DAY_TICK = new Intl.DateTimeFormat(LANGUAGE, { month: "short", day: "numeric" });
const TICKS = { day: weekHour, week: DAY_TICK, quarter: DAY_TICK };

const asMoment = (at: Date) => formatMoment(at, new Date());

function Chart({ points, period }: { points: Points; period: Period }) {
  const isHydrated = useIsHydrated();
  const format = period === "quarter" ? formatShortDay : asMoment;
  const steps = scaleSteps(Math.max(...points.map(({ players, traders }) => Math.max(players, traders ?? 0))));
  const place = (index: number, value: number): Point => ({
    x: (index / (points.length - 1)) * 100,
    y: 100 - (value / (steps.at(-1) ?? 1)) * 100,
  });
  const players = points.map((point, index) => place(index, point.players));
  const traders = points.flatMap((point, index) => (point.traders === null ? [] : [place(index, point.traders)]));
  const readings = points.map(({ at, players: count, traders: shops }, index) => ({
    ...place(index, count),
    lines: [
      format(new Date(at)),
      shared.playerCount({ count }),
      ...(shops === null ? [] : [text.traderCount({ count: shops })]),
    ] as [string, ...string[]],
  }));
  const columns = [shared.time, shared.players, ...(traders.length ? [text.traders] : [])];
  const rows = points.map(({ at, players: count, traders: shops }) => [
    <LocalTime key={at} at={at} format={period === "quarter" ? formatShortDay : formatAppointment} />,
    formatNumber(count),
    ...(traders.length ? [shops === null ? "–" : formatNumber(shops)] : []),
  ]);
  return (
    <>
      <div className={css.chart}>
        <svg role="img" aria-label={text.playersOver[period]}>
          <defs>
            <linearGradient id="players-area" x2="0" y2="1">
              <stop stopColor="currentcolor" stopOpacity="0.34" />
              <stop offset="1" stopColor="currentcolor" stopOpacity="0" />
            </linearGradient>
          </defs>
          {steps.map((value, index) => (
            <g key={value}>
              <line x2="100%" y1={`${100 - 25 * index}%`} y2={`${100 - 25 * index}%`} />
              <text x="-12" y={`${100 - 25 * index}%`} dy="0.32em">
                {formatNumber(value)}
              </text>
            </g>
          ))}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <path d={`${linePath(players)}V100H0z`} fill="url(#players-area)" />
            <path className={css.line} d={linePath(players)} />
            <path className={css.shops} d={linePath(traders)} />
          </svg>
          {isHydrated &&
            [0, (points.length - 1) >> 1, points.length - 1].map((index, place) => (
              <text key={index} x={`${place * 50}%`} y="100%" dy="24" textAnchor={ANCHORS[place]}>
                {TICKS[period].format(new Date(points[index]?.at ?? 0))}
              </text>
            ))}
        </svg>
        {isHydrated && <ChartReader key={period} label={text.playersOver[period]} readings={readings} />}
      </div>
      <ul className={css.legend}>
        <li data-tone="players">{shared.players}</li>
        {traders.length > 0 && <li data-tone="traders">{text.traders}</li>}
      </ul>
      <FoldedTable label={text.playersOver[period]} columns={columns} rows={rows} />
    </>
  );
}
