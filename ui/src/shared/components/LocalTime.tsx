import { useContext } from "react";
import { FirstFrameContext, useIsHydrated } from "../api/firstFrame";
import { LANGUAGE } from "../format";

/** A time as `format` shows it in the reader's zone. A page that the service renders shows dates in the site's zone. */
export function LocalTime({ at, format }: { at: string; format: (at: Date) => string }) {
  const { zone } = useContext(FirstFrameContext);
  const date = new Date(at);
  return <time dateTime={at}>{useIsHydrated() ? format(date) : dateIn(zone).format(date)}</time>;
}

const dates = new Map<string, Intl.DateTimeFormat>();

/** Keeps the format of a zone: making one for each row of a table takes longer than rendering the page. */
function dateIn(timeZone: string): Intl.DateTimeFormat {
  const cachedFormat = dates.get(timeZone);
  if (cachedFormat) return cachedFormat;
  const format = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeZone });
  dates.set(timeZone, format);
  return format;
}
