import { useIsHydrated, type ZoneOffsets } from "@shared/api/firstFrame";
import { atSite, useZoneOffsets } from "@shared/siteZone";

/** First hours of each light. Before the first and from the last on it is night, as in the pictures. */
const LIGHTS = [
  [5, "dawn"],
  [8, "day"],
  [18, "dusk"],
  [21, "night"],
] as const;

type Light = (typeof LIGHTS)[number][1];

/** Returns the light over the town at the server's hour. The rendered page has night: it holds no clock time. */
export function useLight(): Light {
  const offsets = useZoneOffsets();
  return useIsHydrated() && offsets.length > 0 ? lightAt(new Date(), offsets) : "night";
}

export function lightAt(at: Date, offsets: ZoneOffsets): Light {
  const hour = atSite(at, offsets).getUTCHours();
  return LIGHTS.findLast(([first]) => hour >= first)?.[1] ?? "night";
}
