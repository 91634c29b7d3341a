import { useContext } from "react";
import { FirstFrameContext, useIsHydrated } from "../api/firstFrame";
import { LANGUAGE } from "../format";
import { atSite } from "../siteZone";
import * as css from "./local-time.module.css";

const MINUTE_MS = 60_000;
const NOON = 12;
const siteDay = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeZone: "UTC" });

interface Props {
  at: string;
  format: (at: Date) => string;
  /** A sentence goes on behind it: it has no room of its own, which would be a gap. */
  inSentence?: boolean;
}

/** A time as `format` shows it in the reader's zone. A page that the service renders shows dates in the site's zone. */
export function LocalTime({ at, format, inSentence }: Props) {
  const { offsets } = useContext(FirstFrameContext);
  const date = new Date(at);
  const site = atSite(date, offsets);
  const day = siteDay.format(site);
  const text = useIsHydrated() ? format(date) : day;
  if (inSentence) return <time dateTime={at}>{text}</time>;
  return (
    <time className={css.time} dateTime={at} data-form={offsets.length ? formOf(site, format, day) : undefined}>
      <span>{text}</span>
    </time>
  );
}

/** Returns the longer one of both texts with zeros for digits: room for the reader's time. */
function formOf(site: Date, format: (at: Date) => string, day: string): string {
  const local = new Date(site.getTime() + site.getTimezoneOffset() * MINUTE_MS);
  local.setHours(local.getHours() < NOON ? 10 : 22); // two digits also where 6 PM is written
  const time = format(local);
  return (time.length > day.length ? time : day).replace(/\d/g, "0");
}
