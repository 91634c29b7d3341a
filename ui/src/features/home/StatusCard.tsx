import { useGet } from "@shared/api/useGet";
import { classes } from "@shared/components/classes";
import { LocalTime } from "@shared/components/LocalTime";
import { Meter } from "@shared/components/Meter";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatAgo, formatNumber, formatPercent } from "@shared/format";
import * as utility from "@shared/styles/utility.module.css";
import type { ReactNode } from "react";
import { Spark } from "./Spark";
import { capacity, isStatus, OFFLINE, peakText, UNKNOWN } from "./status";
import * as css from "./status.module.css";

/** Fetched once per load (specification): no refresh on focus or return. */
const ONCE = { revalidateIfStale: false };

/** Server status, players, uptime and peak. */
export function StatusCard() {
  const { data, error, isLoading } = useGet("/api/server/status", undefined, ONCE);
  return (
    <Panel framed className={css.status} aria-label="Server status" aria-busy={isLoading}>
      {isLoading ? <LoadingSkeleton /> : <StatusContent status={error ? OFFLINE : data} />}
    </Panel>
  );
}

function StatusContent({ status }: { status: unknown }) {
  if (!isStatus(status))
    return (
      <div className={css.failed} role="alert">
        <h2>Unable to load server status</h2>
        <p>Please try refreshing the page</p>
      </div>
    );
  const full = capacity(status);
  const percent = formatPercent(full / 100);
  return (
    <Cells
      state={
        <span className={classes(css.state, !status.online && css.down)}>{status.online ? "Online" : "Offline"}</span>
      }
      measured={measured(status.last_update)}
      players={
        <>
          {formatNumber(status.online_players)} <small>/ {formatNumber(status.max_players)}</small>
        </>
      }
      meter={<Meter label="Capacity" percent={full} text={percent} tall marked />}
      percent={percent}
      uptime={status.uptime}
      since={status.uptime === UNKNOWN ? "" : "Since the last restart"}
      peak={peakText(status.peak_players, formatNumber)}
    />
  );
}

const measured = (at: string | undefined) =>
  at ? (
    <>
      Measured <LocalTime at={at} format={(date) => formatAgo(date, new Date())} />
    </>
  ) : (
    "Status could not be checked"
  );

/** The same layout with skeletons. */
function LoadingSkeleton() {
  const figure = <Skeleton className={css.skeletonFigure} />;
  const text = <Skeleton className={css.skeletonText} />;
  return (
    <>
      <VisuallyHidden>Loading server status</VisuallyHidden>
      <Cells
        state={figure}
        measured={text}
        players={figure}
        meter={<Skeleton className={css.skeletonMeter} />}
        percent={text}
        uptime={figure}
        since={text}
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
        <h2>Server status</h2>
        <p className={css.value}>{state}</p>
        <p className={css.note}>{at}</p>
      </div>
      <div>
        <h3>Players</h3>
        <p className={classes(css.value, utility.num)}>{players}</p>
        <div className={css.meter}>{meter}</div>
        <p className={classes(css.capacity, utility.num)}>
          <span>Capacity</span>
          <b>{percent}</b>
        </p>
      </div>
      <div>
        <h3>Uptime</h3>
        <p className={classes(css.value, utility.num)}>{uptime}</p>
        <p className={css.note}>{since}</p>
      </div>
      <div>
        <h3>Peak</h3>
        <p className={classes(css.value, utility.num)}>{peak}</p>
        <Spark />
      </div>
    </>
  );
}
