import * as text from "text:guide";
import { formatRate, LANGUAGE } from "@shared/format";
import { formatAmount } from "@shared/itemNames";

const percent = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumSignificantDigits: 3 });
const multiplier = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 2 });

/** Above it, three digits read 100 %. */
const ALWAYS = 0.9995;

/** Formats a share of 1: "0.0125%". */
export const formatChance = (chance: number): string => percent.format(chance);

/** "1 in 4.2". */
export const formatOdds = (chance: number): string =>
  chance >= ALWAYS ? text.always : text.oneIn({ kills: formatRate(1 / chance) });

/** "×1.5". */
export const formatMultiplier = (rate: number): string => `×${multiplier.format(rate)}`;

/** "30–42". */
export const formatPieces = ({ lowest, highest }: { lowest: number; highest: number }): string =>
  [...new Set([lowest, highest])].map(formatAmount).join("–");
