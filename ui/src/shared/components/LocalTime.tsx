import { useContext } from "react";
import { FirstFrameContext, useIsHydrated } from "../api/firstFrame";
import { LANGUAGE } from "../format";
import { atSite } from "../siteZone";

const siteDay = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeZone: "UTC" });

/** A time as `format` shows it in the reader's zone. A page that the service renders shows dates in the site's zone. */
export function LocalTime({ at, format }: { at: string; format: (at: Date) => string }) {
  const { offsets } = useContext(FirstFrameContext);
  const date = new Date(at);
  return <time dateTime={at}>{useIsHydrated() ? format(date) : siteDay.format(atSite(date, offsets))}</time>;
}
