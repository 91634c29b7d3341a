import { type Answer, useGet } from "@shared/api/useGet";

export type Stats = Answer<"/api/server/stats">;

/** The figures of the world; one call serves the line in the status plate and the charts below. */
export const useStats = () => useGet("/api/server/stats", undefined, { revalidateIfStale: false });
