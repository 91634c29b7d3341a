import { useIsHydrated } from "@shared/api/firstFrame";
import { useSite } from "@shared/api/useSite";

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
  const zone = useSite().data?.time_zone;
  return useIsHydrated() && zone ? lightAt(new Date(), zone) : "night";
}

export function lightAt(at: Date, timeZone: string): Light {
  const hour = Number(at.toLocaleString("en-US", { hour: "2-digit", hourCycle: "h23", timeZone }));
  return LIGHTS.findLast(([first]) => hour >= first)?.[1] ?? "night";
}
