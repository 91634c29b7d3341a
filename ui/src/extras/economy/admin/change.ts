import { LANGUAGE } from "@shared/format";

const percent = new Intl.NumberFormat(LANGUAGE, {
  style: "percent",
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});

/** The change since an earlier amount; a dash without one. */
export const change = (amount: number, earlierAmount: number | null | undefined): string =>
  earlierAmount ? percent.format((amount - earlierAmount) / earlierAmount) : "–";
