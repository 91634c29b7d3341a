import * as game from "text:game";
import * as text from "text:serverInfo";
import * as shared from "text:shared";
import { formatAppointment } from "@shared/appointment";
import { LocalTime } from "@shared/components/LocalTime";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { useContent } from "@shared/content";
import { formatShortDay } from "@shared/dates";
import { formatRemaining } from "@shared/durations";
import { hourAtSite } from "@shared/hourAtSite";
import { type PresentSiege, usePresent } from "@shared/present";
import { useZoneOffsets } from "@shared/siteZone";
import { useMinute } from "@shared/useMinute";
import type { ReactNode } from "react";
import { commonSiege } from "./castles";
import * as css from "./siege-clock.module.css";
import { siegeTimes } from "./siegeTimes";

/** Time left until the next sieges: those of the game, or else the weekly ones of the operator's rules. */
export function SiegeClock({ children }: { children?: ReactNode }) {
  const { sieges, castles } = useContent("info");
  const present = usePresent();
  const when = commonSiege(castles) ?? `${sieges.day} ${sieges.time}`;
  const isRunning = present?.siege?.isRunning;
  return (
    <Panel framed padded className={css.clock} aria-labelledby="next-siege">
      {present ? (
        <>
          <h2 id="next-siege">{isRunning ? text.siegesRun : text.nextSieges}</h2>
          {present.siege ? <LiveTimes siege={present.siege} when={when} /> : <Skeleton className={css.skeleton} />}
        </>
      ) : (
        <WeeklyTimes when={when} />
      )}
      {children}
    </Panel>
  );
}

/** By the rules: with their begin in the reader's zone and in the server's. */
function WeeklyTimes({ when }: { when: string }) {
  const { sieges } = useContent("info");
  const now = useMinute();
  const times = now && siegeTimes({ ...sieges, when }, now);
  return (
    <>
      <h2 id="next-siege">{times?.end ? text.siegesRun : text.nextSieges}</h2>
      {now && times ? (
        <Remaining until={times.end ?? times.begin} label={times.end ? text.endIn : text.beginIn} now={now} />
      ) : (
        <Coming>{when}</Coming>
      )}
      <dl>
        <Row term={game.serverTime}>{when}</Row>
        {times && <Row term={text.yourTime}>{timeOf(times.begin)}</Row>}
        {times?.registrationEnd && <Row term={game.registrationCloses}>{timeOf(times.registrationEnd)}</Row>}
      </dl>
    </>
  );
}

/** By the game. `when`: the rule. */
function LiveTimes({
  siege: { castles, isRunning, at, registrationEnd },
  when,
}: {
  siege: PresentSiege;
  when: string;
}) {
  const now = useMinute();
  const offsets = useZoneOffsets();
  return (
    <>
      <p className={css.castles}>{castles}</p>
      {at && now ? (
        <Remaining until={new Date(at)} label={text.beginIn} now={now} />
      ) : at && !isRunning ? (
        <Coming>
          <LocalTime at={at} format={formatShortDay} />
        </Coming>
      ) : (
        <p className={css.remaining}>{isRunning ? shared.underWay : text.noSiegeDate}</p>
      )}
      <dl>
        {at && (
          <>
            <Row term={text.yourTime}>
              <LocalTime at={at} format={formatAppointment} />
            </Row>
            {offsets.length > 0 && <Row term={game.serverTime}>{now && hourAtSite(new Date(at), offsets)}</Row>}
          </>
        )}
        {registrationEnd && (
          <Row term={game.registrationCloses}>
            {now && new Date(registrationEnd) <= now ? (
              text.registrationClosed
            ) : (
              <LocalTime at={registrationEnd} format={formatAppointment} />
            )}
          </Row>
        )}
        <Row term={text.byTheRules}>{when}</Row>
      </dl>
    </>
  );
}

/** Without a live region: it would speak every minute. */
const Remaining = ({ until, label, now }: { until: Date; label: string; now: Date }) => (
  <p className={css.remaining}>
    {label}
    <time dateTime={until.toISOString()}>{formatRemaining(until, now)}</time>
  </p>
);

/** As high as the time that is left. */
const Coming = ({ children }: { children: ReactNode }) => (
  <p className={css.remaining}>
    {"\u00a0"}
    <b>{children}</b>
  </p>
);

const timeOf = (at: Date) => <time dateTime={at.toISOString()}>{formatAppointment(at)}</time>;

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);
