import * as game from "text:game";
import * as text from "text:world";
import { Link } from "@shared/components/Link";
import { MoreLink } from "@shared/components/MoreLink";
import { Panel } from "@shared/components/Panel";
import { SubjectActions } from "@shared/components/SubjectActions";
import { formatOffset, formatZone } from "@shared/dates";
import { formatFullHour, formatHour, LANGUAGE } from "@shared/format";
import { paths } from "@shared/paths";
import { nameOfPlace } from "@shared/placeNames";
import { offsetAt, useZoneOffsets } from "@shared/siteZone";
import { later } from "@shared/styles/utility.module.css";
import { type Boss, HOUR_MS, percentOf, upcoming, type Window, windowOf } from "./bossStates";
import * as css from "./windows.module.css";

const ROWS = 8;
const HOURS_BEFORE = 12 * HOUR_MS;
const LENGTH = 48 * HOUR_MS;
/** Share of the axis, in percent, that the hours of a window take. */
const TEXT = 34;

const weekday = new Intl.DateTimeFormat(LANGUAGE, { weekday: "short" });
const day = new Intl.DateTimeFormat(LANGUAGE, { weekday: "short", day: "numeric", month: "short" });

interface Props {
  bosses: readonly Boss[];
  now: Date | null;
  /** Of the last reading until the reader's is known. */
  clock: Date;
}

/** All windows of the next hours on one axis of time, which is the reader's: it is drawn after hydration. */
export function BossWindows({ bosses, now, clock }: Props) {
  const offsets = useZoneOffsets();
  const count = bosses.filter((boss) => boss.state === "dead" && windowOf(boss)).length;
  if (count === 0) return null;
  return (
    <Panel framed padded className={css.windows} aria-labelledby="windows">
      <div className={css.head}>
        <h2 id="windows">{text.windows}</h2>
        <span className={now ? undefined : later}>
          {text.hoursIn({ zone: now ? formatZone(now) : formatOffset(offsetAt(clock, offsets)) })}
        </span>
      </div>
      <Chart bosses={bosses} now={clock} isDrawn={now !== null} />
      <p className={css.legend}>
        <span data-key="kill">{text.lastKill}</span>
        <span data-key="open">{game.windowOpen}</span>
        <span data-key="coming">{text.windowToCome}</span>
        {text.appearsOnce}
      </p>
    </Panel>
  );
}

function Chart({ bosses, now, isDrawn }: { bosses: readonly Boss[]; now: Date; isDrawn: boolean }) {
  const start = new Date(Math.floor((now.getTime() - HOURS_BEFORE) / HOUR_MS) * HOUR_MS);
  const end = new Date(start.getTime() + LENGTH);
  const rows = upcoming(bosses, now, end);
  const x = (at: Date) => percentOf(at, start, end);
  if (rows.length === 0) return <p className={css.none}>{text.noWindow}</p>;
  return (
    <>
      <div className={css.chart}>
        {isDrawn && <Axis start={start} end={end} now={now} />}
        <ul>
          {rows.slice(0, ROWS).map(({ boss, window }) => (
            <li key={boss.id}>
              <p>
                <b>
                  <SubjectActions kind="boss" id={boss.id} name={boss.name} />
                  <Link to={boss.path}>{boss.name}</Link>
                </b>
                <small>{[boss.level, nameOfPlace(boss.zone)].filter(Boolean).join(" · ")}</small>
              </p>
              {isDrawn ? <Track boss={boss} window={window} now={now} x={x} /> : <svg className={css.track} />}
            </li>
          ))}
        </ul>
      </div>
      {rows.length > ROWS && (
        <MoreLink to={{ pathname: paths.world, search: "?tab=bosses&state=dead" }}>
          {text.moreWindows({ count: rows.length - ROWS })}
        </MoreLink>
      )}
    </>
  );
}

/** From here on, in percent, labels stand left of their line; as far from the start, right of it. */
const EDGE = 88;

function edgeOf(percent: number): "start" | "end" | undefined {
  if (percent > EDGE) return "end";
  return percent < 100 - EDGE ? "start" : undefined;
}

/** Lines of every sixth hour, the nights, and the line of now; hidden from screen readers, which read the table. */
function Axis({ start, end, now }: { start: Date; end: Date; now: Date }) {
  const hours = Array.from({ length: LENGTH / HOUR_MS + 1 }, (_, hour) => new Date(start.getTime() + hour * HOUR_MS));
  const x = (at: Date) => `${percentOf(at, start, end)}%`;
  return (
    <svg className={css.axis} aria-hidden="true">
      {hours
        .filter((at) => at.getHours() >= 22 || at.getHours() < 6)
        .map((at) => (
          <rect key={at.getTime()} className={css.night} x={x(at)} width={`${HOUR_MS / (LENGTH / 100)}%`} />
        ))}
      {hours
        .filter((at) => at.getHours() % 6 === 0)
        .map((at) => (
          <g
            key={at.getTime()}
            data-midnight={at.getHours() === 0 || undefined}
            data-edge={edgeOf(percentOf(at, start, end))}
          >
            <line x1={x(at)} x2={x(at)} y1="44" y2="100%" />
            <text x={x(at)} y="34">
              {formatFullHour(at)}
            </text>
            {at.getHours() === 0 && (
              <text className={css.day} x={x(at)} y="14">
                {day.format(at)}
              </text>
            )}
          </g>
        ))}
      <line className={css.now} x1={x(now)} x2={x(now)} y1="44" y2="100%" />
    </svg>
  );
}

interface TrackProps {
  boss: Boss;
  window: Window;
  now: Date;
  /** Place of a moment, in percent. */
  x: (at: Date) => number;
}

function Track({ boss, window, now, x }: TrackProps) {
  const [from, to] = [x(window.from), x(window.to)];
  const isOpen = window.from <= now && window.from < window.to;
  const deathX = boss.died_at ? x(new Date(boss.died_at)) : 0;
  const place = to <= 100 - TEXT ? "after" : from >= TEXT ? "before" : "inside";
  return (
    <svg className={css.track} data-open={isOpen || undefined} role="img" aria-label={hoursOf(window, isOpen)}>
      <line x1={`${deathX}%`} x2={`${from}%`} y1="50%" y2="50%" />
      <rect x={`${from}%`} width={`${Math.max(0.6, to - from)}%`} rx="5" />
      {deathX > 0 && (
        <svg x={`${deathX}%`} y="50%" overflow="visible" aria-hidden="true">
          <path d="M0-6 6 0 0 6-6 0z" />
        </svg>
      )}
      <text
        x={`${place === "after" ? to : from}%`}
        y="50%"
        dx={place === "before" ? -8 : 8}
        dy="0.35em"
        data-place={place}
      >
        {hoursOf(window, isOpen)}
      </text>
    </svg>
  );
}

function hoursOf({ from, to }: Window, isOpen: boolean): string {
  const isOneDay = !isOpen && from.toDateString() === to.toDateString();
  const end = isOneDay ? formatHour(to) : `${weekday.format(to)} ${formatHour(to)}`;
  return isOpen ? text.openNowCloses({ time: end }) : `${weekday.format(from)} ${formatHour(from)} – ${end}`;
}
