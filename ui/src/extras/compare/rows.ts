import * as text from "text:compare";
import * as dates from "text:dates";
import * as game from "text:game";
import type { Answer } from "@shared/api/useGet";
import { formatNumber, formatPercent } from "@shared/format";

export type Comparison = Answer<"/api/compare/{left}/{right}">;
export type Side = Comparison["left"];

export interface ComparedRow {
  label: string;
  note?: string;
  values: readonly [number, number];
  texts: readonly [string, string];
  /** Side that leads; null for a tie, and where nothing is counted. */
  leader: 0 | 1 | null;
}

interface Measure {
  label: string;
  note?: string;
  of: (side: Side) => number | undefined;
  show?: (side: Side, value: number) => string;
  /** The lower value leads. */
  isFewer?: boolean;
}

const gain = (days: number) => (side: Side) => side.progress?.gains.find((span) => span.days === days)?.pvp.value;
const record = (period: "day" | "week") => (side: Side) =>
  side.progress &&
  (side.progress.records.find(({ metric, period: of }) => metric === "pvp" && of === period)?.value ?? 0);

const MEASURES: readonly Measure[] = [
  { label: game.pvpKills, note: text.allTime, of: (side) => side.pvp_kills },
  { label: game.pvpKills, note: dates.sevenDays, of: gain(7) },
  { label: game.pvpKills, note: dates.thirtyDays, of: gain(30) },
  { label: game.pkKills, note: text.fewerLeads, of: (side) => side.pk_kills, isFewer: true },
  {
    label: game.level,
    of: ({ level, exp_percent }) => level + exp_percent / 101,
    show: ({ level, exp_percent }) => `${level} · ${formatPercent(Math.floor(exp_percent * 10) / 1000)}`,
  },
  { label: text.bestWeek, note: game.pvpKills, of: (side) => record("week")(side) ?? undefined },
  { label: text.bestDay, note: game.pvpKills, of: (side) => record("day")(side) ?? undefined },
  { label: text.activeDays, note: text.ofSeven, of: (side) => side.progress?.active_days },
];

/** Figures that both sides have. */
export function rowsOf({ left, right }: Comparison): ComparedRow[] {
  return MEASURES.flatMap(({ label, note, of, show = (_, value) => formatNumber(value), isFewer }) => {
    const [a, b] = [of(left), of(right)];
    if (a === undefined || b === undefined) return [];
    const leader = a === b ? null : a > b !== Boolean(isFewer) ? 0 : 1;
    return [{ label, ...(note && { note }), values: [a, b], texts: [show(left, a), show(right, b)], leader }];
  });
}
