import { LANGUAGE } from "@shared/format";

const finePercent = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 1 });
const wholePercent = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 0 });

/** "0.3%", rank by population, rounded up: one digit below 10 %. */
export function formatTop({ rank, population }: { rank: number; population: number }): string {
  const percent = (100 * rank) / population;
  return percent < 10
    ? finePercent.format(Math.ceil(percent * 10 - 1e-9) / 1000)
    : wholePercent.format(Math.ceil(percent) / 100);
}
