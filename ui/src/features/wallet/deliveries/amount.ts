import { formatNumber } from "@shared/format";
import { firstBroken, isFilled, type Rule } from "@shared/forms/rules";

/** Largest item stack in the game. */
const MAX_STACK = 2 ** 31 - 1;

/** Returns the maximum of coins that one delivery can hold. */
export const maxDelivery = (available: number): number => Math.min(available, MAX_STACK);

/** Parses the typed amount; null unless it is a whole number. */
export function parseAmount(text: string): number | null {
  const digits = text.trim();
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

export function amountProblem(text: string, available: number): string | undefined {
  const max = maxDelivery(available);
  const rules: readonly Rule[] = [
    [isFilled, "Enter how many coins to send"],
    [(typed) => /^\s*\d+\s*$/.test(typed), "Enter a whole number of coins"],
    [(typed) => Number(typed) >= 1, "Send at least 1 coin"],
    [(typed) => Number(typed) <= max, tooManyMessage(available)],
  ];
  return firstBroken(text, rules);
}

const tooManyMessage = (available: number) =>
  available > MAX_STACK
    ? `At most ${formatNumber(MAX_STACK)} coins can be sent at once`
    : `You have ${formatNumber(available)} coins to send`;
