import { LANGUAGE } from "@shared/format";

const fine = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 0 });

/** "0.3%", rank by population, rounded up: one digit below 10 %. */
export function formatTop({ rank, population }: { rank: number; population: number }): string {
  const percent = (100 * rank) / population;
  return percent < 10 ? fine.format(Math.ceil(percent * 10 - 1e-9) / 1000) : whole.format(Math.ceil(percent) / 100);
}
