import type { Answer } from "@shared/api/useGet";

export type BossAnswer = Answer<"/api/world/bosses/{boss}">;
export type CastleAnswer = Answer<"/api/world/castles/{castle}">;
