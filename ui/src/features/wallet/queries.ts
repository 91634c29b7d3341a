import { type Answer, useGet } from "@shared/api/useGet";

/** Rows on a page of the donation history and of the deliveries. */
export const PAGE_SIZE = 5;

export type Packages = Answer<"/api/donations/packages">;
export type Calculation = Answer<"/api/donations/calculate">;
export type Receiver = Answer<"/api/donations/characters">["data"][number];
export type Donation = Answer<"/api/donations/{donation_id}">;

export const usePackages = () => useGet("/api/donations/packages");

export const useReceivers = () => useGet("/api/donations/characters");

export interface Calculated {
  /** Of the amount asked for, or of the one before until that has come. */
  shown: Calculation | undefined;
  /** Whether `shown` is of the amount asked for. */
  fits: boolean;
  failed: boolean;
}

/**
 * What an amount buys. An answer is kept under its own amount, so a late one never takes the place of a newer one. An
 * amount that is not on offer is not asked about.
 */
export function useCalculation(amount: number, { min_amount, max_amount }: Packages): Calculated {
  const offered = amount >= min_amount && amount <= max_amount;
  const { data, error } = useGet(offered ? "/api/donations/calculate" : null, { amount });
  const fits = data?.amount === amount;
  return { shown: data, fits, failed: error !== undefined && !fits };
}
