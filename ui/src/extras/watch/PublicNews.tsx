import * as shared from "text:shared";
import * as text from "text:watch";
import { get } from "@shared/api/client";
import { type Answer, address, useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { useState } from "react";
import type { Day, Entry } from "./answers";
import type { BrowserStar } from "./browserStars";
import { NewsDays } from "./NewsDays";
import * as css from "./watch.module.css";

type EventPage = Answer<"/api/world/events">;
type WorldEvent = EventPage["data"][number];

const EVENTS = "/api/world/events";
/** "2026-11-22". */
const localDay = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short" });

/** News of a visitor's stars: the public events that everyone gets, chosen in the browser. */
export function PublicNews({ stars }: { stars: readonly BrowserStar[] }) {
  const { data, error } = useGet(EVENTS);
  const [older, setOlder] = useState<readonly EventPage[]>([]);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const pages = data ? [data, ...older] : [];
  const next = pages.at(-1)?.next;
  const load = async () => {
    setState("loading");
    try {
      const page = await get<EventPage>(address(EVENTS, { before: next }));
      setOlder([...older, page]);
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  const events = pages.flatMap((page) => page.data).filter((event) => stars.some((star) => isAbout(event, star)));
  return (
    <Panel className={css.news} aria-labelledby="news" aria-busy={!data && !error}>
      <h2 id="news">{text.news}</h2>
      {!data && !error && <Skeleton className={css.skeleton} />}
      {data && events.length === 0 && <p className={css.none}>{text.noPublicNews}</p>}
      <NewsDays days={daysOf(events)} />
      {(state === "failed" || (error && !data)) && (
        <p role="alert" className={css.none}>
          {text.newsFailed}
        </p>
      )}
      {next != null && (
        <p className={css.older}>
          <Button busy={state === "loading"} onClick={() => void load()}>
            {shared.older}
          </Button>
        </p>
      )}
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
