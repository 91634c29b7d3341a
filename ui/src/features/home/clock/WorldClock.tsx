import * as text from "text:home";
import { useIsHydrated } from "@shared/api/firstFrame";
import { useSite } from "@shared/api/useSite";
import { Glyph } from "@shared/components/Icon";
import { Link } from "@shared/components/Link";
import { Panel } from "@shared/components/Panel";
import { type ServerInfo, useContent } from "@shared/content";
import { paths } from "@shared/paths";
import { lazy, type ReactNode, Suspense } from "react";
import * as css from "./clock.module.css";
import { ICONS } from "./icons";
import { Reading } from "./Reading";
import type { WrittenSchedule } from "./schedule";

const Countdown = lazy(() => import("./Countdown"));
const ServerTime = lazy(() => import("./ServerTime"));

const timedEvent = ({ events, sieges }: ServerInfo) =>
  events.find(({ time }) => /\d:\d\d/.test(time) && !time.includes(sieges.time));

/** The server's time, and the time until the next siege, Olympiad and event. */
export function WorldClock() {
  const info = useContent("info");
  const { olympiad, sieges } = info;
  const event = timedEvent(info);
  const time = useSite().data?.time_zone;
  const zone = useIsHydrated() ? time : undefined;
  return (
    <Panel as="div" className={css.strip}>
      <div>
        <Glyph path={ICONS.clock} />
        <p>{text.serverTime}</p>
        <Live written={<Reading value="–" />}>{zone && <ServerTime zone={zone} />}</Live>
      </div>
      <Clock
        label={text.nextSiege}
        icon={ICONS.castle}
        tab="sieges"
        schedule={{ days: sieges.day, hours: sieges.time, length: sieges.duration }}
        zone={zone}
      />
      <Clock
        label={text.olympiad}
        icon={ICONS.cup}
        tab="olympiad"
        schedule={{ days: olympiad.days, hours: olympiad.hours }}
        zone={zone}
      />
      {event && (
        <Clock label={event.name} icon={ICONS.skull} tab="events" schedule={{ hours: event.time }} zone={zone} />
      )}
    </Panel>
  );
}

interface ClockProps {
  label: string;
  icon: string;
  /** Tab of Server Info. */
  tab: string;
  schedule: WrittenSchedule;
  zone: string | undefined;
}

function Clock({ label, icon, tab, schedule, zone }: ClockProps) {
  const { days, hours } = schedule;
  const written = days === undefined ? <Reading value={hours} /> : <Reading value={days} note={hours} />;
  return (
    <Link to={{ pathname: paths.serverInfo, search: `?tab=${tab}` }}>
      <Glyph path={icon} />
      <p>{label}</p>
      <Live written={written}>{zone && <Countdown schedule={schedule} zone={zone} written={written} />}</Live>
    </Link>
  );
}

/** `written`: shown until the zones and the code are there, and where the service renders. */
const Live = ({ written, children }: { written: ReactNode; children: ReactNode }) =>
  children ? <Suspense fallback={written}>{children}</Suspense> : written;
