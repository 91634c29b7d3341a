import { type Answer, useGet } from "@shared/api/useGet";

/** Rows on a page of the donation history and of the deliveries. */
export const PAGE_SIZE = 5;

type Offer = Answer<"/api/donations/packages">;
/** The slider and its packages; with `digits`: the packages of a price list, whose amounts have so many decimal places. */
export type Packages = Offer & { digits?: number; listed?: readonly Calculation[] };
/** Whole units of the slider, or minor units of a price list. */
export interface Price {
  packages: Packages;
  amount: number;
}
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
 * out of range are not requested, nor those of a price list, which has its coins.
 */
export function useCalculation(amount: number, { min_amount, max_amount, listed }: Packages): CalculationResult {
  const inRange = !listed && amount >= min_amount && amount <= max_amount;
  const answer = useGet(inRange ? "/api/donations/calculate" : null, { amount });
  const data = listed ? listed.find((option) => option.amount === amount) : answer.data;
  const { error } = answer;
  const fits = data?.amount === amount;
  return { latestCalculation: data, fits, hasFailed: error !== undefined && !fits };
}
