import { useContext } from "react";
import { FirstFrameContext, type ZoneOffsets } from "./api/firstFrame";
import { useSite } from "./api/useSite";

const MINUTE_MS = 60_000;

/** Returns the offset of the site's zone from UTC in minutes. The browser's own rules may be years older. */
export const offsetAt = (at: Date, offsets: ZoneOffsets): number =>
  (offsets.findLast(({ since }) => since * 1000 <= at.getTime()) ?? offsets[0])?.minutes ?? 0;

/** Returns a date that shows the site's clock when it is formatted with `timeZone: "UTC"`. */
export const atSite = (at: Date, offsets: ZoneOffsets): Date =>
  new Date(at.getTime() + offsetAt(at, offsets) * MINUTE_MS);

/** Returns the day at the site: "2026-11-22". */
export const dayAtSite = (at: Date, offsets: ZoneOffsets): string => atSite(at, offsets).toISOString().slice(0, 10);

/** Offsets of the site's zone; empty until the service has given them to a page that it did not render. */
export function useZoneOffsets(): ZoneOffsets {
  const { offsets } = useContext(FirstFrameContext);
  return useSite().data?.zone_offsets ?? offsets;
}
