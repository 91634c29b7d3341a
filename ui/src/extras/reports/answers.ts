import type { Answer } from "@shared/api/useGet";

export type BossAnswer = Answer<"/api/world/bosses/{boss}/{moment}">;
export type SiegeAnswer = Answer<"/api/world/sieges/{castle}/{day}">;

export const isAttacker = ({ side }: { side: string }): boolean => side === "attacker";

export const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

export type CompetitionAnswer = Answer<"/api/competitions/{competition_id}">;
export type CompetitionRow = CompetitionAnswer["data"][number];
