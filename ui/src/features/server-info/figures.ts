import { formatNumber, LANGUAGE } from "@shared/format";

const percent = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumSignificantDigits: 3 });
const tenths = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 });

/** "23.4%", "0.573%". */
export const formatChance = (share: number): string => percent.format(share);

/** A mean: "2.3", "174". */
export const formatMean = (value: number): string => (value < 10 ? tenths.format(value) : formatNumber(value));
