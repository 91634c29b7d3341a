import { useContext } from "react";
import { FirstFrameContext, useIsHydrated } from "../api/firstFrame";
import { LANGUAGE } from "../format";

/** A time as `format` shows it in the reader's zone. What the service renders shows its date in the site's zone. */
export function LocalTime({ at, format }: { at: string; format: (at: Date) => string }) {
  const { zone } = useContext(FirstFrameContext);
  const date = new Date(at);
  const text = useIsHydrated()
    ? format(date)
    : date.toLocaleDateString(LANGUAGE, { dateStyle: "medium", timeZone: zone });
  return <time dateTime={at}>{text}</time>;
}
