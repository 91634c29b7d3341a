import { useGet } from "@shared/api/useGet";
import { classes } from "@shared/components/classes";
import { Meter } from "@shared/components/Meter";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatAgo, formatNumber, formatPercent } from "@shared/format";
import * as utility from "@shared/styles/utility.module.css";
import { Spark } from "./Spark";
import { capacity, isStatus, OFFLINE, peakText, type ServerStatus } from "./status";
import * as css from "./status.module.css";

/** Asked once per load: neither focus nor a return to the page asks again. */
const ONCE = { revalidateIfStale: false };

/** The state of the server, half in the picture and half on the ground. */
export function StatusPlate() {
  const { data, error, isLoading } = useGet("/api/server/status", undefined, ONCE);
  return (
    <Panel framed className={css.status} aria-label="Server status" aria-busy={isLoading}>
      {isLoading ? <Waiting /> : <Answered status={error ? OFFLINE : data} />}
    </Panel>
  );
}

function Answered({ status }: { status: unknown }) {
  if (isStatus(status)) return <Cells status={status} />;
  return (
    <div className={css.none} role="alert">
      <h2>Unable to load server status</h2>
      <p>Please try refreshing the page</p>
    </div>
  );
}

function Cells({ status }: { status: ServerStatus }) {
  const full = capacity(status);
  const percent = formatPercent(full / 100);
  return (
    <>
      <div>
        <h2>Server status</h2>
        <p className={classes(css.big, css.state, !status.online && css.down)}>
          {status.online ? "Online" : "Offline"}
        </p>
        <p className={css.note}>{measured(status.last_update)}</p>
      </div>
      <div>
        <h3>Players</h3>
        <p className={classes(css.big, utility.num)}>
          {formatNumber(status.online_players)} <small>/ {formatNumber(status.max_players)}</small>
        </p>
        <div className={css.meter}>
          <Meter label="Capacity" percent={full} text={percent} tall marked />
        </div>
        <p className={classes(css.fill, utility.num)}>
          <span>Capacity</span>
          <b>{percent}</b>
        </p>
      </div>
      <div>
        <h3>Uptime</h3>
        <p className={classes(css.big, utility.num)}>{status.uptime}</p>
        <p className={css.note}>Since the last restart</p>
      </div>
      <div>
        <h3>Peak</h3>
        <p className={classes(css.big, utility.num)}>{peakText(status.peak_players, formatNumber)}</p>
        <Spark />
      </div>
    </>
  );
}

const measured = (at: string | undefined) => (at ? `Measured ${formatAgo(new Date(at), new Date())}` : "Not reached");

function Waiting() {
  return (
    <>
      <VisuallyHidden>Loading server status</VisuallyHidden>
      {["state", "players", "uptime", "peak"].map((cell) => (
        <div key={cell}>
          <Skeleton className={css.boneLabel} />
          <Skeleton className={css.boneBig} />
          <Skeleton className={css.boneNote} />
        </div>
      ))}
    </>
  );
}
