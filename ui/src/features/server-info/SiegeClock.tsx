import * as game from "text:game";
import * as text from "text:serverInfo";
import { formatAppointment } from "@shared/appointment";
import { Panel } from "@shared/components/Panel";
import { useContent } from "@shared/content";
import { formatRemaining } from "@shared/durations";
import { useMinute } from "@shared/useMinute";
import type { ReactNode } from "react";
import { commonSiege } from "./castles";
import * as css from "./siege-clock.module.css";
import { type SiegeTimes, siegeTimes } from "./siegeTimes";

/** Time left until the weekly sieges, with their begin in the reader's zone and in the server's. */
export function SiegeClock({ children }: { children?: ReactNode }) {
  const { sieges, castles } = useContent("info");
  const now = useMinute();
  const when = commonSiege(castles) ?? `${sieges.day} ${sieges.time}`;
  const times = now && siegeTimes({ ...sieges, when }, now);
  return (
    <Panel framed padded className={css.clock} aria-labelledby="next-siege">
      <h2 id="next-siege">{times?.end ? text.siegesRun : text.nextSieges}</h2>
      {now && times ? <Remaining times={times} now={now} /> : <p className={css.remaining}>{when}</p>}
      <dl>
        {times && <Row term={text.yourTime} at={times.begin} />}
        {times?.registrationEnd && <Row term={game.registrationCloses} at={times.registrationEnd} />}
        <div>
          <dt>{game.serverTime}</dt>
          <dd>{when}</dd>
        </div>
      </dl>
      {children}
    </Panel>
  );
}

/** Without a live region: it would speak every minute. */
function Remaining({ times, now }: { times: SiegeTimes; now: Date }) {
  const { begin, end } = times;
  return (
    <p className={css.remaining}>
      {end ? text.endIn : text.beginIn}
      <time dateTime={(end ?? begin).toISOString()}>{formatRemaining(end ?? begin, now)}</time>
    </p>
  );
}

function Row({ term, at }: { term: string; at: Date }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <time dateTime={at.toISOString()}>{formatAppointment(at)}</time>
      </dd>
    </div>
  );
}
