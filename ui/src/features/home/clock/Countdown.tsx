import * as text from "text:home";
import { formatRemaining } from "@shared/dates";
import type { ReactNode } from "react";
import { Reading } from "./Reading";
import { nextOccurrence, type Occurrence, readSchedule, type WrittenSchedule } from "./schedule";
import { MINUTE_MS, SECOND_MS, useNow } from "./useNow";
import { formatHourIn, formatWeekHour, sameClock, WEEKDAYS } from "./zones";

interface CountdownProps {
  schedule: WrittenSchedule;
  /** The server's. */
  zone: string;
  /** Shown for a schedule that cannot be read. */
  written: ReactNode;
}

/** Time until a schedule's next occurrence, with its start in the reader's zone and at the server. */
export default function Countdown({ schedule, zone, written }: CountdownProps) {
  const [read] = WEEKDAYS.flatMap((names) => readSchedule(schedule, names, zone) ?? []);
  const now = useNow((at) => (read && isNear(nextOccurrence(read, at), at) ? SECOND_MS : MINUTE_MS));
  if (!read) return written;
  const { start, end } = nextOccurrence(read, now);
  if (start <= now) return <Reading open value={text.underWay} note={text.endsIn({ time: left(end, now) })} />;
  const at = formatWeekHour(start);
  const note = sameClock(start, zone) ? at : text.yourAndServerTime({ time: at, server: formatHourIn(start, zone) });
  return <Reading value={left(start, now)} note={note} />;
}

const NEAR_MS = 10 * MINUTE_MS;

/** Returns whether the occurrence begins or ends in the next ten minutes. */
const isNear = ({ start, end }: Occurrence, now: Date): boolean =>
  [start, end].some((at) => at > now && at.getTime() - now.getTime() < NEAR_MS);

/** With seconds in the last ten minutes. */
const left = (until: Date, now: Date): string =>
  formatRemaining(until, now, until.getTime() - now.getTime() < NEAR_MS ? "s" : "m");
