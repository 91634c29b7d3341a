import * as text from "text:charts";
import { formatNumber } from "@shared/format";
import { ChartFrame, type Mark, percentOf } from "./ChartFrame";
import * as css from "./charts.module.css";
import { formatTick } from "./days";
import { ticks } from "./scale";
import { describeKills, type Week } from "./weeks";

const STEPS = 4;
/** Width of a bar in percent of the plot. */
const BAR = 4.5;
/** Smallest height of a bar with a kill, in percent of the plot and in pixels of the lane. */
const LEAST_PERCENT = 2.5;
const LEAST_PIXELS = 4;
/** Height in pixels of the lane of PK kills. */
const LANE = 36;

/** PvP kills as bars above the axis; PK kills, which are few, in a lane below it with a scale of its own. */
export function KillsChart({ weeks }: { weeks: readonly Week[] }) {
  const steps = ticks(0, Math.max(...weeks.map(({ pvp }) => pvp)), STEPS);
  const mostPk = Math.max(...weeks.map(({ pk }) => pk));
  const x = (week: number) => ((week + 0.5) / weeks.length) * 100;
  return (
    <ChartFrame
      label={describeKills(weeks)}
      readerLabel={text.kills}
      readings={weeks.map(({ monday, pvp, pk }, week) => ({
        x: x(week),
        y: percentOf(pvp, steps),
        lines: [text.weekOf({ day: formatTick(monday) }), `${formatNumber(pvp)} PvP`, `${formatNumber(pk)} PK`],
      }))}
      steps={steps}
      marks={marksOf(weeks, x)}
      className={css.withLane}
    >
      {weeks.map((week, index) => (
        <Bar
          key={week.monday}
          x={x(index) - BAR / 2}
          height={100 - percentOf(week.pvp, steps)}
          running={week.isRunning}
        />
      ))}
      {mostPk > 0 && (
        <svg className={css.lane} y="100%" height={LANE} aria-hidden="true">
          <text x="-10" y={LANE} textAnchor="end">
            {formatNumber(mostPk)}
          </text>
          {weeks.map(({ monday, pk, isRunning }, index) => (
            <rect
              key={monday}
              data-running={isRunning || undefined}
              x={`${x(index) - BAR / 2}%`}
              y="1"
              width={`${BAR}%`}
              height={atLeast(LEAST_PIXELS, (pk / mostPk) * LANE)}
              rx="2"
            />
          ))}
        </svg>
      )}
    </ChartFrame>
  );
}

function Bar({ x, height: exact, running }: { x: number; height: number; running: boolean }) {
  const height = atLeast(LEAST_PERCENT, exact);
  const box = { x: `${x}%`, y: `${100 - height}%`, width: `${BAR}%`, height: `${height}%` };
  return <rect className={css.bar} data-running={running || undefined} {...box} rx="2" />;
}

/** A single kill beside thousands is still visible. */
const atLeast = (min: number, height: number) => (height > 0 ? Math.max(min, height) : 0);

/** Every third week and the current one. */
function marksOf(weeks: readonly Week[], x: (week: number) => number): Mark[] {
  const last = weeks.length - 1;
  const step = Math.ceil(weeks.length / 4);
  const marks = weeks.flatMap(({ monday }, week) =>
    week % step === 0 && week < last ? [{ x: x(week), text: formatTick(monday), minor: week % (2 * step) !== 0 }] : [],
  );
  return [...marks, { x: x(last), text: text.now }];
}
