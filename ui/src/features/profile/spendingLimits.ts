import * as shared from "text:shared";
import { put } from "@shared/api/client";
import type { Answer } from "@shared/api/useGet";
import { mutate } from "swr";

export type SpendingLimits = Answer<"/api/player/limits">;
export type LimitName = keyof SpendingLimits["used"];

/** Donations are limited in the site's currency, spins in coins. */
export const unitOf = (name: LimitName, currency: string): string =>
  name === "spin_day" ? shared.coinsUnit : currency;

export const LIMIT_NAMES = ["donation_day", "donation_month", "spin_day"] as const satisfies readonly LimitName[];

export const PATH = "/api/player/limits";

/** The limits that were asked for last; those that are looser do not hold yet. */
export const requestedLimits = ({ pending, ...limits }: SpendingLimits): Record<LimitName, number | null> =>
  pending ?? limits;

/** Stores limits and a break; the response may hold tighter ones. */
export async function saveLimits(limits: Record<LimitName, number | null>, excluded_until: string | null) {
  const { donation_day, donation_month, spin_day } = limits;
  const savedLimits = await put<SpendingLimits>(PATH, { donation_day, donation_month, spin_day, excluded_until });
  await mutate(PATH, savedLimits, { revalidate: false });
}
