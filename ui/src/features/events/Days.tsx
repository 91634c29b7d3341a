import * as text from "text:events";
import { FirstFrameContext, useIsHydrated } from "@shared/api/firstFrame";
import { useSite } from "@shared/api/useSite";
import { Glyph } from "@shared/components/Icon";
import { ICONS } from "@shared/components/icons";
import { Link } from "@shared/components/Link";
import { Panel } from "@shared/components/Panel";
import { formatAccuracy, formatCalendarDay } from "@shared/dates";
import { formatHour } from "@shared/format";
import { useContext } from "react";
import type { WorldEvent } from "./answers";
import * as css from "./events.module.css";
import { Sentence } from "./Sentence";

const DAY_SECONDS = 86_400;
const CASTLE =
  "M10 5V3M14 5V3M15 21v-3a3 3 0 0 0-6 0v3M18 3v8M18 5H6M22 11H2M22 9v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9M6 3v8";
const STAR = "m12 3 2.700 5.700 6.300.8-4.600 4.300 1.200 6.200-5.600-3-5.600 3 1.200-6.200L3 9.500l6.300-.8z";

const GLYPHS: Record<string, string> = {
  boss_killed: ICONS.bosses,
  boss_points: ICONS.bosses,
  castle_taken: CASTLE,
  hall_taken: CASTLE,
  siege_started: CASTLE,
  siege_ended: CASTLE,
  war_declared: ICONS.start,
  war_ended: ICONS.start,
  cursed_weapon: ICONS.start,
  clan_created: ICONS.users,
  clan_dissolved: ICONS.users,
  clan_joined: ICONS.users,
  clan_left: ICONS.users,
  clan_level: ICONS.users,
};

const isByDay = ({ accuracy_seconds }: WorldEvent) => accuracy_seconds >= DAY_SECONDS;

/** Events by day of the reader; those that are known to the day by that of the site. */
export function Days({ events }: { events: readonly WorldEvent[] }) {
  const frame = useContext(FirstFrameContext);
  const siteZone = useSite().data?.time_zone ?? frame.zone;
  const isHydrated = useIsHydrated();
  const [inSite, local] = [dayIn(siteZone), dayIn(isHydrated ? undefined : siteZone)];
  const days = new Map<string, WorldEvent[]>();
  for (const event of events) {
    const day = (isByDay(event) ? inSite : local)(new Date(event.at));
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days.keys()]
    .sort()
    .reverse()
    .map((day) => (
      <section key={day} className={css.day}>
        <h2>{formatCalendarDay(day)}</h2>
        <Panel as="ul">
          {days.get(day)?.map((event) => (
            <li key={event.id} className={css.event}>
              <time dateTime={event.at}>{isHydrated && !isByDay(event) ? formatHour(new Date(event.at)) : ""}</time>
              <span className={css.kind}>
                <Glyph path={GLYPHS[event.kind] ?? STAR} />
              </span>
              <p>
                <Sentence event={event} />
                <small>{[players(event), accuracy(event)].filter(Boolean).join(" · ")}</small>
              </p>
              {event.report && <Link to={event.report}>{text.report}</Link>}
            </li>
          ))}
        </Panel>
      </section>
    ));
}

/** Returns a function from a moment to its day in a zone: "2026-11-22". */
function dayIn(timeZone: string | undefined): (at: Date) => string {
  const format = new Intl.DateTimeFormat("sv-SE", { ...(timeZone && { timeZone }), dateStyle: "short" });
  return (at) => format.format(at);
}

function players({ kind, characters }: WorldEvent): string {
  return kind.startsWith("boss_") && characters.length > 1 ? text.players({ count: characters.length }) : "";
}

function accuracy(event: WorldEvent): string {
  if (isByDay(event)) return text.byDay;
  return event.accuracy_seconds > 1 ? text.within({ time: formatAccuracy(event.accuracy_seconds) }) : text.exact;
}
