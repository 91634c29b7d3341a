/** The operator's texts: "+4", "+16", and "+5" with "80%". */
interface EnchantTexts {
  safe: string;
  max: string;
  steps: readonly { level: string; rate: string }[];
}

export interface EnchantRules {
  /** Up to this level an enchant never fails. */
  safe: number;
  /** The highest level that the texts give every chance for. */
  max: number;
  /** Chance of the step from each level to the next, by the level before it. */
  chances: readonly number[];
}

/** Results of a failed enchant: a common scroll destroys the item, a blessed one sets it to +0. */
export type Failure = "destroys" | "resets";

interface EnchantOdds {
  /** Chance of reaching the level without a failure. */
  chance: number;
  /** Mean number of scrolls until an item has the level. */
  scrolls: number;
  /** Mean number of items until one has the level, each starting at the same level. */
  items: number;
}

/** Returns the rules, or null if the texts are not figures or name no step that can fail. */
export function enchantRules({ safe, max, steps }: EnchantTexts): EnchantRules | null {
  const rates = new Map(steps.map(({ level, rate }) => [Number(level), Number.parseFloat(rate) / 100]));
  const [safeLevel, maxLevel] = [Number(safe), Number(max)];
  if (!Number.isInteger(safeLevel) || safeLevel < 0) return null;
  const chances: number[] = Array.from({ length: safeLevel }, () => 1);
  for (let level = safeLevel + 1; level <= maxLevel; level++) {
    const chance = rates.get(level) ?? 0;
    if (!(chance > 0 && chance <= 1)) break;
    chances.push(chance);
  }
  return chances.length > safeLevel ? { safe: safeLevel, max: chances.length, chances } : null;
}

/**
 * Chance and mean cost of `from` to `to`, one scroll per step. With E as the mean number of scrolls from a level:
 * a destroyed item is replaced by another of level `from`, so E = scrolls per item / chance; an item that falls to +0
 * goes on, so E(from) = scrolls until the first failure or success + chance of a failure × E(0).
 */
export function enchantOdds({ chances }: EnchantRules, from: number, to: number, failure: Failure): EnchantOdds {
  const single = untilFailure(chances.slice(from, to));
  if (failure === "destroys")
    return { chance: single.chance, scrolls: single.scrolls / single.chance, items: 1 / single.chance };
  const restart = untilFailure(chances.slice(0, to));
  const scrolls = single.scrolls + (1 - single.chance) * (restart.scrolls / restart.chance);
  return { chance: single.chance, scrolls, items: 1 };
}

/** Chance that all steps succeed, and the mean number of scrolls until one fails or all have succeeded. */
function untilFailure(steps: readonly number[]): { chance: number; scrolls: number } {
  return steps.reduce(({ chance, scrolls }, step) => ({ chance: chance * step, scrolls: scrolls + chance }), {
    chance: 1,
    scrolls: 0,
  });
}
