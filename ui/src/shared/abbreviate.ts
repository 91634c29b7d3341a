import { billions } from "text:language";
import { formatNumber, LANGUAGE } from "@shared/format";

const oneDecimal = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 });

/** From which amount on a unit is used, its size and its letter, empty in languages where "B" would be misread. */
const unitsOf = (firstBillions: number) => [
  [firstBillions, 1_000_000_000, billions] as const,
  [1_000_000, 1_000_000, "M"] as const,
  [10_000, 1_000, "K"] as const,
];

/**
 * "9,999", "12.4K", "3.4M", "1.2B", in Spanish "1.249,9M". Truncated, so that the shown amount never exceeds the real one.
 * `firstBillions`: the amount from which on there are billions.
 */
export function abbreviate(amount: number, firstBillions = 1_000_000_000): string {
  const unit = unitsOf(firstBillions).find(([threshold, , letter]) => letter && Math.abs(amount) >= threshold);
  if (!unit) return formatNumber(amount);
  const [, size, letter] = unit;
  return `${oneDecimal.format(Math.trunc(amount / (size / 10)) / 10)}${letter}`;
}
