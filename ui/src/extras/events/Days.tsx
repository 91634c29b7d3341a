import * as text from "text:events";
import * as shared from "text:shared";
import { useIsHydrated } from "@shared/api/firstFrame";
import { formatCalendarDay } from "@shared/calendarDay";
import { Glyph } from "@shared/components/Icon";
import { ICONS } from "@shared/components/icons";
import { Link } from "@shared/components/Link";
import { Panel } from "@shared/components/Panel";
import { formatHour } from "@shared/format";
import { formatAccuracy } from "@shared/shortDurations";
import { dayAtSite, useZoneOffsets } from "@shared/siteZone";
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

/** "2026-11-22". */
const localDay = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short" });

const isByDay = ({ accuracy_seconds }: WorldEvent) => accuracy_seconds >= DAY_SECONDS;

/** Events by day of the reader; those that are known to the day by that of the site. */
export function Days({ events }: { events: readonly WorldEvent[] }) {
  const offsets = useZoneOffsets();
  const isHydrated = useIsHydrated();
  const days = new Map<string, WorldEvent[]>();
  for (const event of events) {
    const at = new Date(event.at);
    const day = isHydrated && !isByDay(event) ? localDay.format(at) : dayAtSite(at, offsets);
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
              <time dateTime={event.at}>
                {!isByDay(event) && (isHydrated ? formatHour(new Date(event.at)) : "\u00a0")}
              </time>
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

function players({ kind, characters }: WorldEvent): string {
  return kind.startsWith("boss_") && characters.length > 1 ? shared.playerCount({ count: characters.length }) : "";
}

function accuracy(event: WorldEvent): string {
  if (isByDay(event)) return text.byDay;
  return event.accuracy_seconds > 1 ? text.within({ time: formatAccuracy(event.accuracy_seconds) }) : text.exact;
}
