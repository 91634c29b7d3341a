import * as text from "text:roulette";
import big from "@art/tier-big.svg";
import good from "@art/tier-good.svg";
import jackpot from "@art/tier-jackpot.svg";
import medium from "@art/tier-medium.svg";
import small from "@art/tier-small.svg";
import tiny from "@art/tier-tiny.svg";
import type { Tier } from "./queries";

interface Look {
  readonly name: string;
  readonly mark: string;
  /** CSS class of the colours and suffix of the gradient ids. */
  readonly key: "jackpot" | "big" | "good" | "medium" | "small" | "tiny";
}

/** Prize tiers, best first. */
export const TIERS: Readonly<Record<Tier, Look>> = {
  JACKPOT: { name: text.tiers.JACKPOT, mark: jackpot, key: "jackpot" },
  BIG_WIN: { name: text.tiers.BIG_WIN, mark: big, key: "big" },
  GOOD_WIN: { name: text.tiers.GOOD_WIN, mark: good, key: "good" },
  MEDIUM_WIN: { name: text.tiers.MEDIUM_WIN, mark: medium, key: "medium" },
  SMALL_WIN: { name: text.tiers.SMALL_WIN, mark: small, key: "small" },
  TINY_WIN: { name: text.tiers.TINY_WIN, mark: tiny, key: "tiny" },
};

export const KEYS = Object.values(TIERS).map(({ key }) => key);

const NUMERALS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];

/** "Good win, 30 coins" */
export const formatPrize = (tier: Tier, coins: number): string => text.prize({ tier: TIERS[tier].name, count: coins });

/** Formats a position (from 0) as the Roman numeral on the rim. */
export const numeral = (position: number): string => NUMERALS[position] ?? String(position + 1);
