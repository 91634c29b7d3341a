import * as text from "text:character";
import * as game from "text:game";
import * as shared from "text:shared";
import { dayOf, formatDate, formatMonthName, formatWeekday, WEEK } from "@shared/charts/days";
import { useDaySlider } from "@shared/charts/useDaySlider";
import { Section } from "@shared/components/Section";
import { FoldedTable } from "@shared/components/Table";
import { formatNumber, formatPercent } from "@shared/format";
import * as css from "./activity.module.css";
import { activityOf, type Day, quartersOf, weekdayOf } from "./days";

/** Size of a day with the space beside it, and of the texts around the days. */
const CELL = 14;
const WEEKS = 26;
const LEFT = 26;
const TOP = 14;
/** Day number of a Monday. */
const MONDAY = 4;
const STEPS: Record<string, number> = { ArrowLeft: -WEEK, ArrowRight: WEEK, ArrowUp: -1, ArrowDown: 1 };

/** A cell a day: a column is a week from Monday on. Hours are never shown. Empty while the days are on their way. */
export function Activity({ days }: { days: readonly Day[] }) {
  const activity = activityOf(days);
  const quarters = quartersOf(activity);
  const active = activity.filter((value) => value > 0).length;
  return (
    <Section
      title={text.activity}
      note={days.length > 0 && text.activeOf({ active: formatNumber(active), total: formatNumber(days.length) })}
    >
      <HeatMap days={days} quarters={quarters} />
      <div className={css.scale}>
        <span>
          {text.leastActive}
          {[0, 1, 2, 3, 4].map((quarter) => (
            <i key={quarter} data-quarter={quarter} />
          ))}
          {text.mostActive}
        </span>
        <span>{text.byDay}</span>
      </div>
      <FoldedTable
        label={text.activityTable}
        columns={[shared.day, game.pvpKills, game.experience]}
        rows={days
          .map((day, index) => ({ day, isActive: (activity[index] ?? 0) > 0 }))
          .filter(({ isActive }) => isActive)
          .map(({ day }) => [formatDate(dayOf(day.date)), formatNumber(day.pvp_kills), formatPercent(day.experience)])
          .reverse()}
      />
    </Section>
  );
}

function HeatMap({ days, quarters }: { days: readonly Day[]; quarters: readonly number[] }) {
  const last = days.length - 1;
  const { activeIndex, current, slider } = useDaySlider(text.activity, last, STEPS, (index) => {
    const day = days[index];
    return day && linesOf(day).join(", ");
  });
  // The last week is at the right end, also of a short history. The days before it are drawn empty.
  const lastDay = days.at(-1);
  const emptyDays = WEEKS * WEEK - days.length - (lastDay ? WEEK - 1 - weekdayOf(lastDay.date) : 0);
  const day = days[current];
  return (
    <div className={css.heat}>
      <div className={css.cells} {...(lastDay ? slider : { "aria-busy": true })}>
        <svg viewBox={`0 0 ${LEFT + WEEKS * CELL} ${TOP + WEEK * CELL}`} aria-hidden="true">
          <defs>
            <pattern id="unknown" width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path d="M0 0V3" />
            </pattern>
          </defs>
          {[0, 2, 4, 6].map((weekday) => (
            <text key={weekday} className={css.weekday} y={TOP + weekday * CELL + 9}>
              {formatWeekday(MONDAY + weekday)}
            </text>
          ))}
          {Array.from({ length: emptyDays }, (_, cell) => cell).map((cell) => (
            <rect
              key={cell}
              className={css.day}
              {...placeOf(cell)}
              width="12"
              height="12"
              rx="2.5"
              data-quarter="before"
            />
          ))}
          {days.map(({ date, isMissing }, index) => {
            const { x, y } = placeOf(emptyDays + index);
            return (
              <g key={date}>
                {date.endsWith("-01") && (
                  <text x={x} y="8">
                    {formatMonthName(dayOf(date))}
                  </text>
                )}
                <rect
                  className={css.day}
                  {...{ x, y }}
                  width="12"
                  height="12"
                  rx="2.5"
                  data-day={index}
                  data-quarter={isMissing ? "unknown" : quarters[index]}
                  data-shown={activeIndex === index || undefined}
                />
              </g>
            );
          })}
        </svg>
      </div>
      <p className={css.dayNote} aria-hidden="true">
        {activeIndex !== null && day && linesOf(day).join(" · ")}
      </p>
    </div>
  );
}

const placeOf = (cell: number) => ({ x: LEFT + Math.floor(cell / WEEK) * CELL, y: TOP + (cell % WEEK) * CELL });

/** "Oct 18, 2026", "31 PvP kills", "4.2% experience" */
function linesOf({ date, pvp_kills, experience, isMissing }: Day): string[] {
  const name = formatDate(dayOf(date));
  if (isMissing) return [name, text.noReading];
  const gains = [
    pvp_kills > 0 && text.kills({ count: pvp_kills }),
    experience > 0 && text.experienceOf({ share: formatPercent(experience) }),
  ].filter((line) => line !== false);
  return [name, ...(gains.length ? gains : [text.nothing])];
}
