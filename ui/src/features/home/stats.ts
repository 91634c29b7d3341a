import { type Answer, useGet } from "@shared/api/useGet";

export type Stats = Answer<"/api/server/stats">;

/** Server statistics; the status card and the charts share one request. */
export const useStats = () => useGet("/api/server/stats", undefined, { revalidateIfStale: false });
