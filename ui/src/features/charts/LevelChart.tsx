import * as text from "text:charts";
import { linePath, type Point } from "@shared/components/chart-scale";
import { formatPercent } from "@shared/format";
import { ChartFrame, type Mark, percentOf } from "./ChartFrame";
import * as css from "./charts.module.css";
import { formatDate, formatTick } from "./days";
import { LABEL_PERCENT, separate } from "./labels";
import { describeLevels, type LevelLine, type Levels } from "./levels";
import { levelSteps } from "./scale";

/** One line per character. */
export function LevelChart({ levels }: { levels: Levels }) {
  const { days, lines } = levels;
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const steps = levelSteps(Math.min(...values), Math.max(...values));
  const points = lines.map((line) => pointsOf(line, steps));
  const tops = separate(points.map((line) => (line.at(-1)?.y ?? 0) - LABEL_PERCENT));
  return (
    <ChartFrame
      label={describeLevels(levels)}
      readerLabel={text.levelByDay}
      readings={days.flatMap((day, index) => readingOf(day, index, lines, points))}
      steps={steps}
      marks={marksOf(days)}
    >
      {points.map((line, index) => (
        <Line key={lines[index]?.name} series={index} points={line} />
      ))}
      {lines.map(({ name, level }, index) => (
        <foreignObject key={name} className={css.label} y={`${tops[index]}%`} width="100%" height="18">
          <b>
            {name} {level}
          </b>
        </foreignObject>
      ))}
    </ChartFrame>
  );
}

interface DayPoint extends Point {
  day: number;
}

function pointsOf({ values }: LevelLine, steps: readonly number[]): DayPoint[] {
  const x = (day: number) => (day / (values.length - 1)) * 100;
  return values.flatMap((value, day) => (value === null ? [] : [{ day, x: x(day), y: percentOf(value, steps) }]));
}

/** Returns the values of a day; nothing if none was recorded. */
function readingOf(day: number, index: number, lines: readonly LevelLine[], points: readonly DayPoint[][]) {
  const [first] = points.flatMap((line) => line.filter((point) => point.day === index));
  const texts = lines.flatMap(({ name, values }) => {
    const value = values[index];
    return value === null || value === undefined ? [] : [`${name} ${formatLevel(value)}`];
  });
  return first ? [{ x: first.x, y: first.y, lines: [formatDate(day), ...texts] as const }] : [];
}

/** "78, 64.2%" */
export const formatLevel = (value: number): string => `${Math.floor(value)}, ${formatPercent(value % 1)}`;

const SHARES = [0, 1 / 4, 1 / 2, 3 / 4];

function marksOf(days: readonly number[]): Mark[] {
  const last = days.length - 1;
  const marks = SHARES.map((share, index) => {
    const day = Math.round(share * last);
    return { x: (day / last) * 100, text: formatTick(days[day] ?? 0), minor: index % 2 === 1 };
  });
  return [...marks, { x: 100, text: text.now }];
}

function Line({ series, points }: { series: number; points: readonly Point[] }) {
  const end = points.at(-1);
  return (
    <g className={css.line} data-series={series}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={linePath(points)} />
      </svg>
      {end && <circle cx={`${end.x}%`} cy={`${end.y}%`} r="4" />}
    </g>
  );
}
