import * as text from "text:serverInfo";
import { formatAppointment } from "@shared/appointment";
import { Badge } from "@shared/components/Badge";
import { LocalTime } from "@shared/components/LocalTime";
import { Panel } from "@shared/components/Panel";
import { type ServerInfo, useContent } from "@shared/content";
import { type PresentSiege, usePresent } from "@shared/present";
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

/** An event at the weekly time of the sieges is the next one of the game, where that is known. */
function Card({ event: { name, time, reward, status } }: { event: Event }) {
  const { sieges } = useContent("info");
  const present = usePresent();
  const minute = minuteOfWeek(time);
  const isSiege = minute !== null && minute === minuteOfWeek(`${sieges.day} ${sieges.time}`);
  const siege = isSiege ? present?.siege : undefined;
  const isActive = siege ? siege.isRunning : status === "active";
  return (
    <Panel as="li" padded>
      <div className={css.head}>
        <h2>{name}</h2>
        {isActive ? <Badge tone="good">{text.active}</Badge> : <Badge tone="wait">{text.upcoming}</Badge>}
      </div>
      <p className={css.time}>{time}</p>
      {siege ? <SiegeTime siege={siege} /> : minute !== null && !(isSiege && present) && <WeeklyTime minute={minute} />}
      <p className={css.reward}>
        <span>{text.reward}</span>
        {reward}
      </p>
    </Panel>
  );
}

const SiegeTime = ({ siege: { castles, at } }: { siege: PresentSiege }) => (
  <p className={css.local}>
    {at ? text.inYourTime({ time: <LocalTime at={at} format={formatAppointment} /> }) : text.noSiegeDate}
    {" · "}
    {castles}
  </p>
);

/** The next weekly time in the reader's zone. */
function WeeklyTime({ minute }: { minute: number }) {
  const now = useMinute();
  const next = now && occurrences(minute, now).next;
  return (
    <p className={css.local}>
      {next && text.inYourTime({ time: formatAppointment(next) })}
      {!next && "\u00a0"}
    </p>
  );
}
