/** Times of the week that an operator writes as text: "Sundays" and "6:00 PM GMT-3". */
export interface Schedule {
  /** From 0, Sunday. */
  readonly days: readonly number[];
  /** Since midnight in the zone. */
  readonly minute: number;
  readonly lengthMinutes: number;
  readonly zone: string;
}

export interface WrittenSchedule {
  days?: string;
  hours: string;
  length?: string;
}

export interface Occurrence {
  readonly start: Date;
  readonly end: Date;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const RANGE = /(\d{1,2}):(\d{2})(?:\s*-\s*(\d{1,2}):(\d{2}))?\s*([AP]M)?/i;
const OFFSET = /\b(?:GMT|UTC)\s*([+-])(\d{1,2})\b(?!:)/i;
const MINUTES = /^(\d+)\s*min/;

/** Words beside the days; a text with any other, as in "first Sunday of the month", is not read. */
const FILLERS = new Set(
  (
    "every each day days daily at on and except am pm gmt utc " +
    "todos todas los las el la días dias cada día diario diariamente a y e menos excepto de os as às o exceto feira dia"
  ).split(" "),
);
const EXCEPT = /\b(except|menos|excepto|exceto)\b/i;

/**
 * Reads days ("Every day except Mondays"), hours ("9:30-11:00 PM", "18:00 GMT-3") and a length ("120 minutes").
 * `weekdays`: the names of the days in the text's language, Sunday first. `zone` holds where the text names none.
 * Returns null for a text that it does not understand in full.
 */
export function readSchedule(
  { days = "", hours, length = "" }: WrittenSchedule,
  weekdays: readonly string[],
  zone: string,
): Schedule | null {
  const range = RANGE.exec(hours);
  const named = readDays(`${days} ${hours}`.toLowerCase(), weekdays);
  if (!range || !named) return null;
  const [, hour, minute, endHour, endMinute, half] = range;
  const start = minuteOf(hour, minute, half);
  const end = endHour ? minuteOf(endHour, endMinute, half) : start + Number(MINUTES.exec(length)?.[1] ?? 0);
  return {
    days: named,
    minute: start,
    lengthMinutes: (end - start + DAY_MINUTES) % DAY_MINUTES,
    zone: zoneOf(hours) ?? zone,
  };
}

function minuteOf(hour = "0", minute = "0", half?: string): number {
  const shift = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  return shift * 60 + Number(minute);
}

function readDays(text: string, weekdays: readonly string[]): number[] | null {
  const words = text.match(/\p{L}+/gu) ?? [];
  const dayOf = (word: string) =>
    weekdays.findIndex((name) => word.startsWith(name.toLowerCase().split("-")[0] ?? name));
  if (words.some((word) => dayOf(word) < 0 && !FILLERS.has(word))) return null;
  const named = words.map(dayOf).filter((day) => day >= 0);
  const all = weekdays.map((_, day) => day);
  if (named.length === 0) return all;
  return EXCEPT.test(text) ? all.filter((day) => !named.includes(day)) : named;
}

/** Names of zones have the opposite sign: Etc/GMT+3 is three hours behind UTC. */
function zoneOf(hours: string): string | null {
  const [, sign, size] = OFFSET.exec(hours) ?? [];
  return size === undefined ? null : `Etc/GMT${sign === "-" ? "+" : "-"}${Number(size)}`;
}

/** Returns the occurrence that is under way, or the next one. */
export function nextOccurrence({ days, minute, lengthMinutes, zone }: Schedule, now: Date): Occurrence {
  const today = localTime(now, zone);
  const starts = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8]
    .map((ahead) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + ahead))
    .filter((midnight) => days.includes(new Date(midnight).getUTCDay()))
    .map((midnight) => instant(midnight + minute * MINUTE_MS, zone));
  const length = lengthMinutes * MINUTE_MS;
  const start = starts.find((at) => at + length > now.getTime()) ?? Number.NaN;
  return { start: new Date(start), end: new Date(start + length) };
}

/** A time whose UTC fields are the local ones of the zone. */
function localTime(at: Date, zone: string): Date {
  const parts = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((entry) => entry.type === type)?.value);
  return new Date(Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")));
}

/** Returns when the zone's clocks show `local` (UTC fields); the second pass settles a change of the clocks between. */
function instant(local: number, zone: string): number {
  const offset = (at: number) => localTime(new Date(at), zone).getTime() - at;
  return local - offset(local - offset(local));
}
