import type { Answer } from "@shared/api/useGet";

type ServerStatus = Answer<"/api/server/status">;

/** Fetched once per load (specification): no refresh on focus or return. */
export const FETCH_ONCE = { revalidateIfStale: false };

const RECORDED_PEAK = 2247;

/** The service's text for an uptime that it does not know. */
export const UNKNOWN = "Unknown";

/** Shown if the request fails. */
export const OFFLINE: Omit<ServerStatus, "last_update"> = {
  online: false,
  online_players: 0,
  max_players: 2500,
  uptime: UNKNOWN,
  peak_players: RECORDED_PEAK,
};

/** Percent; above 100 if more players are online than the maximum. */
export function capacity({
  online_players,
  max_players,
}: Pick<ServerStatus, "online_players" | "max_players">): number {
  return max_players > 0 ? (online_players / max_players) * 100 : 0;
}

/** The recorded peak (specification), or the measured one once it is higher. */
export function peakText(peak: number | undefined, format: (value: number) => string): string {
  return format(Math.max(peak ?? 0, RECORDED_PEAK));
}

/** The response may be empty. */
export function isStatus(answer: unknown): answer is ServerStatus {
  return typeof answer === "object" && answer !== null && "online" in answer;
}
