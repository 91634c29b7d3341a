import { formatNumber } from "@shared/format";
import { formatPlaytime } from "@shared/shortDurations";

/** Play time comes in minutes. */
export const formatGain = (metric: string, gain: number): string =>
  metric === "playtime" ? formatPlaytime(60 * gain) : formatNumber(gain);
