import type { Answer } from "@shared/api/useGet";

export type ClanPage = Answer<"/api/clans/{name}">;
export type ClanHistory = Answer<"/api/clans/{name}/history">;
