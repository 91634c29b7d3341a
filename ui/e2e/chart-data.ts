/** Mock responses of the charts. */
import type { components } from "../src/shared/api/schema";

type Schemas = components["schemas"];

export const LEVELS = "/api/player/progression-data";
export const KILLS = "/api/player/pvp-performance";
/** A Friday. Its ISO week starts on Monday, 16 November. */
export const TODAY = Date.UTC(2026, 10, 20);

export const dateOf = (daysAgo: number) => new Date(TODAY - daysAgo * 86_400_000).toISOString().slice(0, 10);
export const days = (count: number) => Array.from({ length: count }, (_, index) => count - 1 - index);

export const characterProgress = (character_id: number, character_name: string, level: number) => ({
  character_id,
  character_name,
  level,
  exp: 0,
  exp_percent: 0,
  exp_to_next_level: 0,
});

export const PROGRESS: Schemas["ProgressionData"] = {
  characters: [characterProgress(1, "Thalendril", 78), characterProgress(2, "ТеньСевера", 63)],
  history: days(84).flatMap((daysAgo) => [
    { date: dateOf(daysAgo), character_id: 1, level: 78 - Math.ceil(daysAgo / 12), exp_percent: 50 },
    ...(daysAgo < 60
      ? [{ date: dateOf(daysAgo), character_id: 2, level: 63 - Math.ceil(daysAgo / 3), exp_percent: 25 }]
      : []),
  ]),
};

/** Ten kills each day, thirty on one Sunday. */
export const PVP_PERFORMANCE: Schemas["PvpPerformance"] = {
  characters: [],
  history: days(84).map((daysAgo) => ({
    date: dateOf(daysAgo),
    pvp_kills: dateOf(daysAgo) === "2026-10-18" ? 30 : 10,
    pk_kills: dateOf(daysAgo) === "2026-10-18" ? 4 : 0,
  })),
};

export const CHART_ANSWERS = { [LEVELS]: PROGRESS, [KILLS]: PVP_PERFORMANCE };
