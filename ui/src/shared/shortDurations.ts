import { durationParts, MINUTE, UNITS, type Unit } from "./durations";

/** The two largest parts, without a zero after the first: "38 d 2 h", "5 h 12 min", "7 d". */
export const formatPlaytime = (seconds: number): string =>
  durationParts(seconds, "m")
    .slice(0, 2)
    .filter((part, index) => index === 0 || !part.startsWith("0"))
    .join(" ");

/** Accuracy of a moment, rounded up: "60 s", "7 min", "6 h 40 min". */
export const formatAccuracy = (seconds: number): string =>
  seconds < 2 * MINUTE ? UNITS.s({ count: seconds }) : formatPlaytime(Math.ceil(seconds / MINUTE) * MINUTE);

/** Writes the service's "2d 0h 4m" in the page's language. */
export const translateDuration = (duration: string): string =>
  duration.replace(/(\d+)([dhm])\b/g, (_, count: string, unit: Unit) => UNITS[unit]({ count: Number(count) }));
