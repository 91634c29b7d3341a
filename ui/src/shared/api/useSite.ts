import { getFresh } from "./client";
import { type Answer, useGet } from "./useGet";

type Site = Answer<"/api/site">;

/** Notices and switches of the operator. Read past the browser's cache, which may keep them for an hour. */
export const useSite = (refreshInterval = 0) =>
  useGet("/api/site", undefined, { refreshInterval, fetcher: (path: string) => getFresh(path) });

/** Returns whether a feature is on; true until the service says otherwise. */
export const useIsOn = (feature: keyof Site["features"]): boolean => useSite().data?.features[feature] ?? true;
