import * as text from "text:charts";
import { ChartFrame, marksOfDays, percentOf, SeriesLine } from "@shared/charts/ChartFrame";
import * as css from "@shared/charts/charts.module.css";
import { formatDate } from "@shared/charts/days";
import { levelSteps } from "@shared/charts/scale";
import type { Point } from "@shared/components/chart-scale";
import { formatPercent } from "@shared/format";
import { LABEL_PERCENT, separate } from "./labels";
import { describeLevels, type LevelLine, type Levels } from "./levels";

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
      marks={marksOfDays(days)}
    >
      {points.map((line, index) => (
        <SeriesLine key={lines[index]?.id} series={index} points={line} />
      ))}
      {lines.map(({ id, name, level }, index) => (
        <foreignObject key={id} className={css.label} y={`${tops[index]}%`} width="100%" height="18">
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
