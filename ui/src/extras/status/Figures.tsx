import * as shared from "text:shared";
import * as text from "text:status";
import { useGet } from "@shared/api/useGet";
import { LocalTime } from "@shared/components/LocalTime";
import { Panel } from "@shared/components/Panel";
import { translateDuration } from "@shared/dates";
import { formatHour, formatNumber, LANGUAGE } from "@shared/format";
import { type Days, downMinutes, uptimeOf } from "./chain";
import { formatMinutes } from "./minutes";
import * as css from "./status.module.css";

const uptime = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 2 });

export function Figures({ days }: { days: Days | undefined }) {
  const { data: status } = useGet("/api/server/status");
  const { data: history } = useGet("/api/status/history");
  const traders = history?.data.at(-1)?.traders;
  const today = days?.at(-1);
  const share = days && uptimeOf(days);
  const minutesDown = days?.reduce((sum, day) => sum + downMinutes(day) + day.planned_minutes, 0);
  return (
    <Panel as="dl" framed className={css.figures}>
      <div>
        <dt>{shared.now}</dt>
        <dd>
          <b className={status && (status.online ? css.good : css.bad)}>
            {status ? (status.online ? shared.online : shared.offline) : "–"}
          </b>
          {status?.online && status.uptime !== "Unknown" && (
            <small>{text.since({ uptime: translateDuration(status.uptime) })}</small>
          )}
        </dd>
      </div>
      <div>
        <dt>{shared.players}</dt>
        <dd>
          <b>{status ? formatNumber(status.online_players) : "–"}</b>
          {typeof traders === "number" && <small>{text.tradersApart({ count: traders })}</small>}
        </dd>
      </div>
      <div>
        <dt>{text.mostToday}</dt>
        <dd>
          <b>{today ? formatNumber(today.peak_players) : "–"}</b>
          <small>
            {today?.peak_at && (
              <>
                <LocalTime at={today.peak_at} format={formatHour} />
                {" · "}
              </>
            )}
            {status && text.record({ players: formatNumber(status.peak_players) })}
          </small>
        </dd>
      </div>
      <div>
        <dt>{text.uptime({ count: days?.length ?? 0 })}</dt>
        <dd>
          <b>{typeof share === "number" ? uptime.format(share) : "–"}</b>
          {minutesDown !== undefined && <small>{text.downInAll({ time: formatMinutes(minutesDown) })}</small>}
        </dd>
      </div>
    </Panel>
  );
}
