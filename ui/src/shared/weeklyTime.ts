const WEEK = 7 * 24 * 60;
const MINUTE_MS = 60_000;
const WEEK_MS = WEEK * MINUTE_MS;
/** Time of the week at the epoch, a Thursday. */
const EPOCH_MS = 4 * 24 * 60 * MINUTE_MS;

/** First letters of the weekdays from Sunday on: English, Spanish, Portuguese. */
const WEEKDAYS = [
  ["sun", "dom"],
  ["mon", "lun", "seg"],
  ["tue", "mar", "ter"],
  ["wed", "mie", "qua"],
  ["thu", "jue", "qui"],
  ["fri", "vie", "sex"],
  ["sat", "sab"],
];
const CLOCK = /\b(\d{1,2})(?::(\d{2}))?\s*(?:([ap])\.?\s?m\b|h\b)?/i;
const ZONE = /\b(?:GMT|UTC)\s*(?:([+\-−])(\d{1,2})(?::?(\d{2}))?)?/i;

/**
 * Reads an operator's text such as "Sundays 6:00 PM GMT-3" and returns its minute of the week in UTC, from Sunday 0:00
 * on; null if the weekday, the hour or the zone is missing.
 */
export function minuteOfWeek(text: string): number | null {
  const plain = text.normalize("NFD").replace(/\p{Mark}/gu, "");
  const weekday = WEEKDAYS.findIndex((names) => names.some((name) => new RegExp(`\\b${name}`, "i").test(plain)));
  const zone = ZONE.exec(plain);
  const clock = CLOCK.exec(plain.replace(ZONE, ""));
  if (weekday < 0 || !zone || !clock) return null;
  const minute = weekday * 24 * 60 + minuteOfDay(clock) - offset(zone);
  return (minute + WEEK) % WEEK;
}

function minuteOfDay([, hour, minute, dayHalf]: RegExpExecArray): number {
  const twelve = dayHalf ? (Number(hour) % 12) + (dayHalf.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  return twelve * 60 + Number(minute ?? 0);
}

function offset([, sign, hours, minutes]: RegExpExecArray): number {
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === "+" ? size : -size;
}

/** Returns the last time of a minute of the week, at `now` or before, and the first after `now`. */
export function occurrences(minute: number, now: Date): { last: Date; next: Date } {
  const last = now.getTime() - ((now.getTime() + EPOCH_MS + WEEK_MS - minute * MINUTE_MS) % WEEK_MS);
  return { last: new Date(last), next: new Date(last + WEEK_MS) };
}
