import * as dates from "text:dates";
import * as text from "text:home";
import * as shared from "text:shared";
import { useIsHydrated } from "@shared/api/firstFrame";
import { linePath } from "@shared/components/chart-scale";
import { LocalTime } from "@shared/components/LocalTime";
import { FoldedTable } from "@shared/components/Table";
import { formatHour, formatNumber } from "@shared/format";
import { whenVisible } from "@shared/whenVisible";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { describe, type History, hourMarks, plot, readingsOf } from "./players";
import * as css from "./players-chart.module.css";

const ChartReader = lazy(() => import("@shared/components/ChartReader"));

/** Players online over the last 24 hours and the 24 before, as a line chart and as a table. */
export function PlayersChart({ history }: { history: History }) {
  const isHydrated = useIsHydrated();
  const label = describe(history, isHydrated);
  const rows = history.map(({ at, online_players, day_before }) => [
    <LocalTime key={at} at={at} format={formatHour} />,
    formatNumber(online_players),
    day_before === null ? "–" : formatNumber(day_before),
  ]);
  return (
    <figure className={css.chart}>
      <Drawing label={label} history={history} isHydrated={isHydrated} />
      <FoldedTable
        label={text.chartTable({ chart: label })}
        columns={[shared.time, shared.players, shared.dayBefore]}
        rows={rows}
      />
    </figure>
  );
}

/** On a phone, an hour after this percentage of the axis has no room beside "now". */
const LATE = 75;

const ignore = () => undefined;

interface DrawingProps {
  label: string;
  history: History;
  /** Hours are in the reader's zone, which the service does not know. */
  isHydrated: boolean;
}

function Drawing({ label, history, isHydrated }: DrawingProps) {
  const field = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(
    () =>
      whenVisible(field.current, () => {
        setNear(true);
        return ignore;
      }),
    [],
  );
  const { steps, line, dayBefore, last } = plot(history);
  const path = linePath(line);
  return (
    <div ref={field} className={css.field}>
      <svg role="img" aria-label={label}>
        <defs>
          <linearGradient id="players" x2="0" y2="1">
            <stop stopColor="currentcolor" stopOpacity="0.34" />
            <stop offset="1" stopColor="currentcolor" stopOpacity="0" />
          </linearGradient>
        </defs>
        {steps.map((value, index) => (
          <g key={value} className={css.level}>
            <line x2="100%" y1={`${100 - 25 * index}%`} y2={`${100 - 25 * index}%`} />
            <text x="-12" y={`${100 - 25 * index}%`} dy="0.32em">
              {formatNumber(value)}
            </text>
          </g>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className={css.before} d={linePath(dayBefore)} />
          <path d={`${path}V100H${line[0]?.x ?? 0}z`} fill="url(#players)" />
          <path className={css.line} d={path} />
        </svg>
        {last && <circle className={css.now} cx={`${last.x}%`} cy={`${last.y}%`} r="4.5" />}
        {isHydrated &&
          hourMarks(history).map(({ x, text }) => (
            <text key={x} className={x > LATE ? css.late : css.hour} x={`${x}%`} y="100%" dy="26">
              {text}
            </text>
          ))}
        <text className={css.end} x="100%" y="100%" dy="26">
          {dates.now}
        </text>
      </svg>
      {isNear && isHydrated && (
        <Suspense>
          <ChartReader label={text.playersOfDay} readings={readingsOf(history)} />
        </Suspense>
      )}
    </div>
  );
}
