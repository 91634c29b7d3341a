import * as shared from "text:shared";
import * as text from "text:status";
import { useGet } from "@shared/api/useGet";
import { Figure, Figures } from "@shared/components/Figures";
import { LocalTime } from "@shared/components/LocalTime";
import { formatDuration } from "@shared/durations";
import { formatNumber, HOUR, LANGUAGE } from "@shared/format";
import { translateDuration } from "@shared/shortDurations";
import { type Days, downMinutes, uptimeOf } from "./chain";

/** "Sun 6:00 PM": a day of the chain begins at midnight UTC, so its peak may be on the reader's day before. */
export const weekHour = new Intl.DateTimeFormat(LANGUAGE, { weekday: "short", ...HOUR });
const uptime = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 2 });

export function StatusFigures({ days }: { days: Days | undefined }) {
  const { data: status } = useGet("/api/server/status");
  const { data: history } = useGet("/api/status/history");
  const traders = history?.data.at(-1)?.traders;
  const today = days?.at(-1);
  const share = days && uptimeOf(days);
  const minutesDown = days?.reduce((sum, day) => sum + downMinutes(day) + day.planned_minutes, 0);
  return (
    <Figures framed>
      <Figure
        label={shared.now}
        tone={status && (status.online ? "good" : "bad")}
        note={status?.online && status.uptime !== "Unknown" && text.since({ uptime: translateDuration(status.uptime) })}
      >
        {status ? (status.online ? shared.online : shared.offline) : "–"}
      </Figure>
      <Figure label={shared.players} note={typeof traders === "number" && text.tradersApart({ count: traders })}>
        {status ? formatNumber(status.online_players) : "–"}
      </Figure>
      <Figure
        label={text.mostToday}
        note={
          <>
            {today?.peak_at && (
              <>
                <LocalTime at={today.peak_at} format={(at) => weekHour.format(at)} />
                <br />
              </>
            )}
            {status && text.record({ players: formatNumber(status.peak_players) })}
          </>
        }
      >
        {today ? formatNumber(today.peak_players) : "–"}
      </Figure>
      <Figure
        label={text.uptime({ count: days?.length ?? 0 })}
        note={minutesDown !== undefined && text.downInAll({ time: formatDuration(60 * minutesDown) })}
      >
        {typeof share === "number" ? uptime.format(share) : "–"}
      </Figure>
    </Figures>
  );
}
