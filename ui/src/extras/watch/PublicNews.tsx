import * as text from "text:watch";
import { type Answer, useGet } from "@shared/api/useGet";
import { OlderButton, useOlderPages } from "@shared/components/OlderPages";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import type { Day, Entry } from "./answers";
import type { BrowserStar } from "./browserStars";
import { NewsDays } from "./NewsDays";
import * as css from "./watch.module.css";

type WorldEvent = Answer<"/api/world/events">["data"][number];

const EVENTS = "/api/world/events";
/** "2026-11-22". */
const localDay = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short" });

/** News of a visitor's stars: the public events that everyone gets, chosen in the browser. */
export function PublicNews({ stars }: { stars: readonly BrowserStar[] }) {
  const { data, error } = useGet(EVENTS);
  const older = useOlderPages(data, EVENTS);
  const events = older.pages.flatMap((page) => page.data).filter((event) => stars.some((star) => isAbout(event, star)));
  return (
    <Panel className={css.news} aria-labelledby="news" aria-busy={!data && !error}>
      <h2 id="news">{text.news}</h2>
      {!data && !error && <Skeleton className={css.skeleton} />}
      {data && events.length === 0 && <p className={css.none}>{text.noPublicNews}</p>}
      <NewsDays days={daysOf(events)} />
      {(older.state === "failed" || (error && !data)) && (
        <p role="alert" className={css.none}>
          {text.newsFailed}
        </p>
      )}
      <OlderButton older={older} className={css.older} />
    </Panel>
  );
}

/** Events name clans by their ids as subjects, and by their names as objects. */
function isAbout(event: WorldEvent, { kind, id, name }: BrowserStar): boolean {
  const isSubject = event.subject_id === id;
  switch (kind) {
    case "character":
      return event.characters.some(({ char_id }) => char_id === id);
    case "clan":
      return (
        (isSubject && /^(clan|war)_/.test(event.kind)) ||
        event.object === name ||
        event.before === name ||
        event.characters.some(({ clan }) => clan?.clan_id === id)
      );
    case "boss":
      return isSubject && event.kind.startsWith("boss_");
    case "castle":
      return isSubject && /^(castle|siege)_/.test(event.kind);
    default:
      return isSubject && event.kind === "cursed_weapon";
  }
}

const entryOf = (event: WorldEvent): Entry => ({
  ...{ at: event.at, accuracy_seconds: event.accuracy_seconds, kind: event.kind },
  ...{ source: "star", is_unread: false, subject: null, event, values: {} },
});

const dayOf = ({ at }: WorldEvent): string => localDay.format(new Date(at));

/** Days of the reader, in the order of the events. */
function daysOf(events: readonly WorldEvent[]): readonly Day[] {
  const days = [...new Set(events.map(dayOf))];
  return days.map((day) => ({ day, entries: events.filter((event) => dayOf(event) === day).map(entryOf), folded: 0 }));
}
