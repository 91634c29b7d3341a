import * as text from "text:home";
import * as shared from "text:shared";
import { useGet } from "@shared/api/useGet";
import { classes } from "@shared/components/classes";
import { LocalTime } from "@shared/components/LocalTime";
import { Meter } from "@shared/components/Meter";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatAgo, formatNumber, formatPercent } from "@shared/format";
import { translateDuration } from "@shared/shortDurations";
import * as utility from "@shared/styles/utility.module.css";
import type { ReactNode } from "react";
import { Spark } from "./Spark";
import { capacity, FETCH_ONCE, isStatus, OFFLINE, peakText, UNKNOWN } from "./status";
import * as css from "./status.module.css";

/** Server status, players, uptime and peak. */
export function StatusCard() {
  const { data, error, isLoading } = useGet("/api/server/status", undefined, FETCH_ONCE);
  return (
    <Panel framed className={css.status} aria-label={shared.serverStatus} aria-busy={isLoading}>
      {isLoading ? <LoadingSkeleton /> : <StatusContent status={error ? OFFLINE : data} />}
    </Panel>
  );
}

function StatusContent({ status }: { status: unknown }) {
  if (!isStatus(status))
    return (
      <div className={css.failed} role="alert">
        <h2>{text.noStatus}</h2>
        <p>{text.tryRefreshing}</p>
      </div>
    );
  const full = capacity(status);
  const percent = formatPercent(full / 100);
  const isUptimeKnown = status.uptime !== UNKNOWN;
  return (
    <Cells
      state={
        <span className={classes(css.state, !status.online && css.down)}>
          {status.online ? shared.online : shared.offline}
        </span>
      }
      measured={measuredText(status.last_update)}
      players={
        <>
          {formatNumber(status.online_players)} <small>/ {formatNumber(status.max_players)}</small>
        </>
      }
      meter={<Meter label={text.capacity} percent={full} text={percent} tall withTicks />}
      percent={percent}
      uptime={isUptimeKnown ? translateDuration(status.uptime) : text.unknown}
      since={isUptimeKnown && text.sinceRestart}
      peak={peakText(status.peak_players, formatNumber)}
    />
  );
}

const measuredText = (at: string | undefined) =>
  at ? text.measured({ time: <LocalTime at={at} format={(date) => formatAgo(date, new Date())} /> }) : text.notChecked;

/** The same layout with skeletons. */
function LoadingSkeleton() {
  const figure = <Skeleton className={css.skeletonFigure} />;
  const line = <Skeleton className={css.skeletonText} />;
  return (
    <>
      <VisuallyHidden>{text.loadingStatus}</VisuallyHidden>
      <Cells
        state={figure}
        measured={line}
        players={figure}
        meter={<Skeleton className={css.skeletonMeter} />}
        percent={line}
        uptime={figure}
        since={line}
        peak={figure}
      />
    </>
  );
}

type Part = "state" | "measured" | "players" | "meter" | "percent" | "uptime" | "since" | "peak";

function Cells({ state, measured: at, players, meter, percent, uptime, since, peak }: Record<Part, ReactNode>) {
  return (
    <>
      <div>
        <h2>{shared.serverStatus}</h2>
        <p className={css.value}>{state}</p>
        <p className={css.note}>{at}</p>
      </div>
      <div>
        <h3>{shared.players}</h3>
        <p className={classes(css.value, utility.num)} data-live>
          {players}
        </p>
        <div className={css.meter}>{meter}</div>
        <p className={classes(css.capacity, utility.num)}>
          <span>{text.capacity}</span>
          <b>{percent}</b>
        </p>
      </div>
      <div>
        <h3>{text.uptime}</h3>
        <p className={classes(css.value, utility.num)}>{uptime}</p>
        <p className={css.note}>{since}</p>
      </div>
      <div>
        <h3>{text.peak}</h3>
        <p className={classes(css.value, utility.num)}>{peak}</p>
        <Spark />
      </div>
    </>
  );
}
