import { billions } from "text:language";
import { formatNumber, LANGUAGE } from "@shared/format";

const oneDecimal = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 });

/** From which amount on a unit is used, its size and its letter, empty in languages where "B" would be misread. */
const UNITS = [
  [10_000_000_000, 1_000_000_000, billions],
  [1_000_000, 1_000_000, "M"],
  [10_000, 1_000, "K"],
] as const;

/** "9,999", "12.4K", "3.4M", "10B", in Spanish "10.000M". Truncated, so that the shown amount never exceeds the real one. */
export function abbreviate(amount: number): string {
  const unit = UNITS.find(([threshold, , letter]) => letter && Math.abs(amount) >= threshold);
  if (!unit) return formatNumber(amount);
  const [, size, letter] = unit;
  return `${oneDecimal.format(Math.trunc(amount / (size / 10)) / 10)}${letter}`;
}
