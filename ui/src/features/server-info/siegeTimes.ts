import { minuteOfWeek, occurrences } from "@shared/weeklyTime";

const MINUTE_MS = 60_000;

interface SiegeTexts {
  when: string;
  duration: string;
  registration: string;
}

export interface SiegeTimes {
  /** Begin of the siege that runs, or else of the next. */
  begin: Date;
  /** End of the siege that runs. */
  end: Date | null;
  /** End of registration; null if it is over, or not in the texts. */
  registrationEnd: Date | null;
}

/** Returns the times of the running or next siege; null if the text of the weekly time cannot be read. */
export function siegeTimes({ when, duration, registration }: SiegeTexts, now: Date): SiegeTimes | null {
  const minute = minuteOfWeek(when);
  if (minute === null) return null;
  const { last, next } = occurrences(minute, now);
  const end = new Date(last.getTime() + length(duration));
  if (now < end) return { begin: last, end, registrationEnd: null };
  const registrationEnd = new Date(next.getTime() - length(registration));
  const isOpen = now < registrationEnd && registrationEnd < next;
  return { begin: next, end: null, registrationEnd: isOpen ? registrationEnd : null };
}

/** Returns the milliseconds of "120 minutes" or "24 hours" in a text; 0 without such. */
function length(text: string): number {
  const [, amount = 0, unit] = /(\d+)\s*([hm])/i.exec(text) ?? [];
  return Number(amount) * MINUTE_MS * (unit?.toLowerCase() === "h" ? 60 : 1);
}
