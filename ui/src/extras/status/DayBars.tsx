import * as text from "text:status";
import { formatCalendarDay } from "@shared/calendarDay";
import { useDaySlider } from "@shared/charts/useDaySlider";
import { Panel } from "@shared/components/Panel";
import { formatDuration } from "@shared/durations";
import { formatNumber, LANGUAGE } from "@shared/format";
import { type Day, type Days, downMinutes, uptimeOf } from "./chain";
import * as css from "./status.module.css";

const LENGTH = 90;
/** The day counts as unknown when at least this share of its minutes has no row. */
const UNKNOWN_SHARE = 0.05;
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, PageDown: -7, PageUp: 7 };
/** A minute is visible: percent of the bar's height. */
const MIN_HEIGHT = 22;

const share = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 2 });

type Tone = "up" | "planned" | "down" | "unknown";

function toneOf(day: Day): Tone {
  if (downMinutes(day) > 0) return "down";
  if (day.planned_minutes > 0) return "planned";
  return day.unknown_minutes > UNKNOWN_SHARE * (day.minutes + day.unknown_minutes) ? "unknown" : "up";
}

function heightOf(day: Day): number {
  const minutesAway = day.minutes - day.up_minutes;
  return minutesAway ? Math.max(MIN_HEIGHT, Math.min(100, (minutesAway / day.minutes) * 100)) : 0;
}

function describe(day: Day): string {
  const minutesDown = downMinutes(day);
  const parts = [
    minutesDown && text.downFor({ time: formatDuration(60 * minutesDown) }),
    day.planned_minutes && text.plannedFor({ time: formatDuration(60 * day.planned_minutes) }),
    day.unknown_minutes > 1 && text.unknownFor({ time: formatDuration(60 * day.unknown_minutes) }),
  ].filter(Boolean);
  return parts.join(", ") || text.noInterruption;
}

const uptimeText = (day: Day): string => {
  const uptime = uptimeOf([day]);
  return uptime === null ? text.notKnown : share.format(uptime);
};

/** A bar for each of ninety days; the chosen one is described below. */
export function DayBars({ days }: { days: Days }) {
  const { current, slider } = useDaySlider(text.ninetyDays, days.length - 1, STEPS, (index) => {
    const day = days[index];
    return day && `${formatCalendarDay(day.day)}: ${uptimeText(day)}, ${describe(day)}`;
  });
  const visibleDay = days[current];
  return (
    <Panel padded>
      <div className={css.head}>
        <h2>{text.ninetyDays}</h2>
        <ul className={css.legend}>
          {(["up", "planned", "down", "unknown"] as const).map((tone) => (
            <li key={tone} data-tone={tone}>
              {text.tones[tone]}
            </li>
          ))}
        </ul>
      </div>
      <div className={css.days} {...slider}>
        {Array.from({ length: LENGTH - days.length }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: days without a name
          <span key={index} data-tone="unknown" />
        ))}
        {days.map((day, index) => (
          <span key={day.day} data-day={index} data-tone={toneOf(day)} data-shown={index === current || undefined}>
            <svg aria-hidden="true">
              <rect y={`${100 - heightOf(day)}%`} width="100%" height={`${heightOf(day)}%`} />
            </svg>
          </span>
        ))}
      </div>
      {visibleDay && (
        <p className={css.day}>
          <b>{formatCalendarDay(visibleDay.day)}</b>
          <span>{uptimeText(visibleDay)}</span>
          <span>{describe(visibleDay)}</span>
          <span>{text.mostPlayers({ players: formatNumber(visibleDay.peak_players) })}</span>
        </p>
      )}
    </Panel>
  );
}
