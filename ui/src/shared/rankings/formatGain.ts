import { formatPlaytime } from "@shared/durations";
import { formatNumber } from "@shared/format";

/** Play time comes in minutes. */
export const formatGain = (metric: string, gain: number): string =>
  metric === "playtime" ? formatPlaytime(60 * gain) : formatNumber(gain);
