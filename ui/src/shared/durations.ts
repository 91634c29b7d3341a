import * as text from "text:dates";

/** Durations in the page's language. */
export const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const UNITS = { d: text.days, h: text.hours, m: text.minutes, s: text.seconds };
export type Unit = keyof typeof UNITS;

const SIZES: readonly (readonly [Unit, number])[] = [
  ["d", DAY],
  ["h", HOUR],
  ["m", MINUTE],
  ["s", 1],
];

/** From the largest unit that is not zero: "38 d 2 h 41 min", "12 min". `last` is the smallest unit shown. */
export const formatDuration = (seconds: number, last: Unit = "m"): string => durationParts(seconds, last).join(" ");

/** Time left, rounded up to the smallest unit shown. */
export function formatRemaining(until: Date, now: Date, last: "m" | "s" = "m"): string {
  const size = last === "m" ? MINUTE : 1;
  const units = Math.ceil((until.getTime() - now.getTime()) / 1000 / size);
  return formatDuration(Math.max(0, units) * size, last);
}

export function durationParts(seconds: number, last: Unit): readonly string[] {
  const visibleUnits = SIZES.slice(0, SIZES.findIndex(([unit]) => unit === last) + 1);
  const counts = visibleUnits.map(([, size], index) =>
    Math.floor((seconds % (visibleUnits[index - 1]?.[1] ?? Infinity)) / size),
  );
  const first = counts.findIndex((count) => count > 0);
  return visibleUnits.map(([unit], index) => UNITS[unit]({ count: counts[index] ?? 0 })).slice(first);
}
