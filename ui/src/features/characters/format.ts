import { formatNumber } from "@shared/format";

/** Fill level of a vital. */
export interface Share {
  /** Null if one of the two values is unknown, or the maximum is 0. */
  percent: number | null;
  figures: string | null;
}

export function shareOf(value: number | null, maximum: number | null): Share {
  if (value === null || maximum === null) return { percent: null, figures: null };
  return {
    percent: maximum > 0 ? (value / maximum) * 100 : null,
    figures: `${formatNumber(value)} / ${formatNumber(maximum)}`,
  };
}
