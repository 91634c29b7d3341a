import { LANGUAGE } from "@shared/format";

const percent = new Intl.NumberFormat(LANGUAGE, {
  style: "percent",
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});

/** The change since an earlier amount; a dash without one. */
export const change = (amount: number, before: number | null | undefined): string =>
  before ? percent.format((amount - before) / before) : "–";
