import * as text from "text:serverInfo";
import { formatAppointment } from "@shared/appointment";
import { Badge } from "@shared/components/Badge";
import { Panel } from "@shared/components/Panel";
import { type ServerInfo, useContent } from "@shared/content";
import { useMinute } from "@shared/useMinute";
import { minuteOfWeek, occurrences } from "@shared/weeklyTime";
import { EmptyTab } from "./EmptyTab";
import * as css from "./events.module.css";

type Event = ServerInfo["events"][number];

export function Events() {
  const { events } = useContent("info");
  if (!events.length) return <EmptyTab />;
  return (
    <ul className={css.events}>
      {events.map((event) => (
        <Card key={event.name} event={event} />
      ))}
    </ul>
  );
}

function Card({ event: { name, time, reward, status } }: { event: Event }) {
  return (
    <Panel as="li" padded>
      <div className={css.head}>
        <h2>{name}</h2>
        {status === "active" ? <Badge tone="good">{text.active}</Badge> : <Badge tone="wait">{text.upcoming}</Badge>}
      </div>
      <p className={css.time}>{time}</p>
      <LocalTime time={time} />
      <p className={css.reward}>
        <span>{text.reward}</span>
        {reward}
      </p>
    </Panel>
  );
}

/** The next weekly time in the reader's zone, if the operator's text can be read. */
function LocalTime({ time }: { time: string }) {
  const now = useMinute();
  const minute = minuteOfWeek(time);
  if (minute === null) return null;
  const next = now && occurrences(minute, now).next;
  return (
    <p className={css.local}>
      {next && text.inYourTime({ time: formatAppointment(next) })}
      {!next && "\u00a0"}
    </p>
  );
}
