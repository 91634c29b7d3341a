import { type Answer, useGet } from "@shared/api/useGet";

/** Rows on a page of the donation history and of the deliveries. */
export const PAGE_SIZE = 5;

export type Packages = Answer<"/api/donations/packages">;
export type Calculation = Answer<"/api/donations/calculate">;
export type Receiver = Answer<"/api/donations/characters">["data"][number];
export type Donation = Answer<"/api/donations/{donation_id}">;

export const usePackages = () => useGet("/api/donations/packages");

export const useReceivers = () => useGet("/api/donations/characters");

interface CalculationResult {
  /** For `amount`, or for the previous amount while loading. */
  latestCalculation: Calculation | undefined;
  /** True if `latestCalculation` is for the requested amount. */
  fits: boolean;
  hasFailed: boolean;
}

/**
 * Calculates what an amount buys. Responses are cached by amount, so a late one cannot replace a newer one. Amounts
 * out of range are not requested.
 */
export function useCalculation(amount: number, { min_amount, max_amount }: Packages): CalculationResult {
  const inRange = amount >= min_amount && amount <= max_amount;
  const { data, error } = useGet(inRange ? "/api/donations/calculate" : null, { amount });
  const fits = data?.amount === amount;
  return { latestCalculation: data, fits, hasFailed: error !== undefined && !fits };
}
