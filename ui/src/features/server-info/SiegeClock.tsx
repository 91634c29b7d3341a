import { Panel } from "@shared/components/Panel";
import { LANGUAGE } from "@shared/format";
import { useMinute } from "@shared/useMinute";
import { commonSiege } from "./castles";
import { useContent } from "./content";
import * as css from "./siege-clock.module.css";
import { formatRemaining, type SiegeTimes, siegeTimes } from "./siegeTimes";

const moment = new Intl.DateTimeFormat(LANGUAGE, {
  weekday: "long",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** Time left until the weekly sieges, with their begin in the reader's zone and in the server's. */
export function SiegeClock() {
  const { sieges, castles } = useContent("info");
  const now = useMinute();
  const when = commonSiege(castles) ?? `${sieges.day} ${sieges.time}`;
  const times = now && siegeTimes({ ...sieges, when }, now);
  return (
    <Panel framed padded className={css.clock} aria-labelledby="next-siege">
      <h2 id="next-siege">{times?.end ? "Sieges are on" : "Next sieges"}</h2>
      {now && times ? <Remaining times={times} now={now} /> : <p className={css.remaining}>{when}</p>}
      <dl>
        {times && <Row term="Your time" at={times.begin} />}
        {times?.registrationEnd && <Row term="Registration closes" at={times.registrationEnd} />}
        <div>
          <dt>Server time</dt>
          <dd>{when}</dd>
        </div>
      </dl>
    </Panel>
  );
}

/** Without a live region: it would speak every minute. */
function Remaining({ times, now }: { times: SiegeTimes; now: Date }) {
  const { begin, end } = times;
  return (
    <p className={css.remaining}>
      {end ? "end in " : "begin in "}
      <time dateTime={(end ?? begin).toISOString()}>{formatRemaining(end ?? begin, now)}</time>
    </p>
  );
}

function Row({ term, at }: { term: string; at: Date }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <time dateTime={at.toISOString()}>{moment.format(at)}</time>
      </dd>
    </div>
  );
}
