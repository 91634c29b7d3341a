import * as text from "text:deliveries";
import { firstBroken, isFilled, type Rule } from "@shared/forms/rules";

/** Largest item stack in the game. */
const MAX_STACK = 2 ** 31 - 1;

/** Returns the maximum of coins that one delivery can hold. */
export const maxDelivery = (available: number): number => Math.min(available, MAX_STACK);

/** Parses the typed amount; null unless it is a whole number. */
export function parseAmount(input: string): number | null {
  const digits = input.trim();
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

export function amountProblem(input: string, available: number): string | undefined {
  const max = maxDelivery(available);
  const rules: readonly Rule[] = [
    [isFilled, text.amountNeeded],
    [(entry) => /^\s*\d+\s*$/.test(entry), text.amountWhole],
    [(entry) => Number(entry) >= 1, text.amountLeast],
    [(entry) => Number(entry) <= max, tooManyMessage(available)],
  ];
  return firstBroken(input, rules);
}

const tooManyMessage = (available: number) =>
  available > MAX_STACK ? text.amountStack({ count: MAX_STACK }) : text.amountAvailable({ count: available });
