import * as admin from "text:admin";
import { classes } from "@shared/components/classes";
import { useAdmin } from "../api/useAdmin";
import * as layout from "../parts/layout.module.css";
import { formatMoment } from "../parts/moment";
import { PageTitle } from "../parts/PageTitle";
import { LoadState } from "../parts/States";
import { usePermission } from "../session";
import { Doctor } from "./Doctor";
import { Figures } from "./Figures";
import { FailedStatements, Health, Switches } from "./Health";
import { Needs } from "./Needs";
import { PlayersChart } from "./PlayersChart";
import { Revenue } from "./Revenue";

const REFRESH_MS = 60_000;

/** Items that need a person, then the health of the site. */
export function Overview() {
  const { data, error, mutate } = useAdmin("/api/admin/overview", undefined, { refreshInterval: REFRESH_MS });
  const { allowed } = usePermission("doctor.run");
  if (!data) return <LoadState error={error} onRetry={mutate} />;
  return (
    <>
      <PageTitle title={admin.pages.overview} note={formatMoment(new Date(data.at), new Date())} />
      <div className={layout.stack}>
        <Needs needs={data.needs} hasMore={data.has_more_needs} />
        <Figures data={data} />
        <div className={classes(layout.grid, layout.twoToOne)}>
          <div className={layout.stack}>
            <PlayersChart points={data.players} />
            <Health parts={data.parts} />
            {allowed && <Doctor />}
          </div>
          <div className={layout.stack}>
            <Switches switches={data.switches} />
            {data.revenue && <Revenue days={data.revenue} />}
            <FailedStatements rows={data.failing} />
          </div>
        </div>
      </div>
    </>
  );
}
