import { code as language } from "text:language";
import * as shared from "text:shared";
import * as text from "text:status";
import { formatCalendarDay } from "@shared/calendarDay";
import { Button } from "@shared/components/Button";
import { Meter } from "@shared/components/Meter";
import { Panel } from "@shared/components/Panel";
import { formatHour } from "@shared/format";
import { closedDays, type Days } from "./chain";
import * as css from "./status.module.css";
import { useVerification, type Verification } from "./useVerification";

/** Computes the published hashes again in this browser, when the reader asks for it. */
export function Verifier({ days }: { days: Days }) {
  const { verification, start, stop } = useVerification(days);
  const head = closedDays(days).at(-1);
  const running = verification.state === "running";
  return (
    <Panel padded framed>
      <h2>{shared.verifyHere}</h2>
      <p>{text.verifyText}</p>
      {head && (
        <p className={css.hash}>
          {text.headOf({ day: formatCalendarDay(head.day) })} <code>{head.head}</code>
        </p>
      )}
      <div role="status">
        <Outcome verification={verification} />
      </div>
      <div className={css.actions}>
        <Button look="primary" busy={running} disabled={!head} onClick={() => void start()}>
          {running ? text.verifying : text.verifyNow}
        </Button>
        {running && <Button onClick={stop}>{text.stop}</Button>}
        <a href={`/feeds/status.atom?language=${language}`}>{text.feed}</a>
      </div>
    </Panel>
  );
}

function Outcome({ verification }: { verification: Verification }) {
  switch (verification.state) {
    case "running": {
      const progress = text.progress({ done: String(verification.doneDays), total: String(verification.totalDays) });
      return (
        <>
          <Meter
            label={shared.verifyHere}
            percent={(verification.doneDays / verification.totalDays) * 100}
            text={progress}
          />
          <p className={css.note}>{progress}</p>
        </>
      );
    }
    case "verified":
      return <p className={css.good}>{text.verified({ count: verification.total })}</p>;
    case "broken": {
      const { day, at } = verification;
      const date = formatCalendarDay(day);
      return (
        <p className={css.bad}>
          {at === null
            ? text.brokenLink({ day: date })
            : text.broken({ day: date, time: formatHour(new Date(at * 1000)) })}{" "}
          <a href={`/api/status/chain?day=${day}`}>{text.raw}</a>
        </p>
      );
    }
    case "failed":
      return <p className={css.bad}>{text.verifyFailed}</p>;
    default:
      return null;
  }
}
