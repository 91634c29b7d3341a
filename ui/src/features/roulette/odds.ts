import * as text from "text:roulette";
import { formatNumber, LANGUAGE } from "@shared/format";
import type { Config, Slot, Tier } from "./queries";
import { TIERS } from "./tiers";

export interface Odds {
  tier: Tier;
  prize: number;
  slots: number;
  weight: number;
  /** Share of 1. */
  chance: number;
}

const RANK = Object.keys(TIERS);

/** Slots grouped by prize, best first. */
export function oddsOf({ slots }: Config): Odds[] {
  const totalWeight = weightOf(slots);
  const rows = new Map<string, Odds>();
  for (const { prize_tier: tier, prize_amount: prize, weight } of slots) {
    const key = `${tier} ${prize}`;
    const row = rows.get(key) ?? { tier, prize, slots: 0, weight: 0, chance: 0 };
    rows.set(key, {
      ...row,
      slots: row.slots + 1,
      weight: row.weight + weight,
      chance: (row.weight + weight) / totalWeight,
    });
  }
  return [...rows.values()].sort((a, b) => RANK.indexOf(a.tier) - RANK.indexOf(b.tier) || b.prize - a.prize);
}

/** Chance of a prize, over all slots that have it. */
export function shareOf(slots: readonly Slot[], { prize_tier, prize_amount }: Slot): number {
  const equalSlots = slots.filter((slot) => slot.prize_tier === prize_tier && slot.prize_amount === prize_amount);
  return weightOf(equalSlots) / weightOf(slots);
}

/** Expected return of 100 coins played. */
export function expectedReturn({ slots, spin_cost }: Config): number {
  const totalWeight = weightOf(slots);
  return (sumOf(slots.map(({ weight, prize_amount }) => weight * prize_amount)) / (totalWeight * spin_cost)) * 100;
}

const weightOf = (slots: readonly Slot[]) => sumOf(slots.map(({ weight }) => weight));

const sumOf = (all: readonly number[]) => all.reduce((sum, value) => sum + value, 0);

const plain = new Intl.NumberFormat(LANGUAGE, {
  style: "percent",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const rare = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumSignificantDigits: 3 });
const tenths = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 });
const wholeNumber = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 });

/** "13.00%"; rare chances keep three significant digits, so that none reads 0. */
export const formatChance = (share: number): string => (share >= 0.0005 ? plain : rare).format(share);

/** "1 in 7.7" */
export const formatOneIn = (share: number): string =>
  text.oneIn({ times: (share > 0.1 ? tenths : wholeNumber).format(1 / share) });

/** "+20", "−5", "0" */
export const formatNet = (amount: number, write = formatNumber): string =>
  (amount < 0 ? "−" : amount > 0 ? "+" : "") + write(Math.abs(amount));

/** "92.3%" */
export const formatReturn = (percent: number): string => `${tenths.format(percent)}%`;
