import * as text from "text:home";
import { formatHour } from "@shared/format";
import { Reading } from "./Reading";
import { MINUTE_MS, useNow } from "./useNow";
import { formatHourIn, sameClock } from "./zones";

export default function ServerTime({ zone }: { zone: string }) {
  const now = useNow(() => MINUTE_MS);
  const note = sameClock(now, zone) ? text.sameTime : text.yourTime({ time: formatHour(now) });
  return <Reading value={formatHourIn(now, zone)} note={note} />;
}
