import { formatNumber, LANGUAGE } from "@shared/format";

const oneDecimal = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 });

const STEPS = [
  [1_000_000, "M"],
  [1_000, "K"],
] as const;

/** "999", "1.2K", "3.4M". Truncated, so that the shown amount never exceeds the real one. */
export function abbreviate(amount: number): string {
  const step = STEPS.find(([size]) => Math.abs(amount) >= size);
  if (!step) return formatNumber(amount);
  const [size, letter] = step;
  return `${oneDecimal.format(Math.trunc(amount / (size / 10)) / 10)}${letter}`;
}
