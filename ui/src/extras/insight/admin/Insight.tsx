import * as admin from "text:admin";
import * as text from "text:adminInsight";
import { useAdmin } from "@admin/api/useAdmin";
import { FileLink } from "@admin/parts/FileLink";
import * as layout from "@admin/parts/layout.module.css";
import { PageTitle } from "@admin/parts/PageTitle";
import { LoadState } from "@admin/parts/States";
import { useFilters } from "@admin/parts/useFilters";
import { usePermission } from "@admin/session";
import { formatCalendarDay } from "@shared/calendarDay";
import { classes } from "@shared/components/classes";
import { Absent } from "./Absent";
import { Activity } from "./Activity";
import { BandAccounts } from "./BandAccounts";
import { NewAccounts } from "./NewAccounts";
import { PunchCard } from "./PunchCard";
import { Retention } from "./Retention";
import { Revenue } from "./Revenue";
import { Sources } from "./Sources";

/** Retention, activity, sources of players, and revenue of new accounts. The filters are in the address. */
export function Insight() {
  const { pick } = useFilters();
  const { data, error, mutate } = useAdmin("/api/admin/insight", pick("source", "campaign"), {
    keepPreviousData: true,
  });
  const canExport = usePermission("insight.export").allowed;
  const note = data && (data.last_day ? text.until({ day: formatCalendarDay(data.last_day) }) : text.noDay);
  return (
    <>
      <PageTitle
        title={admin.pages.insight}
        note={note}
        actions={canExport && <FileLink href="/api/admin/insight/cohorts.csv">{text.cohortsFile}</FileLink>}
      />
      <div className={layout.stack}>
        {data ? (
          <>
            <div className={classes(layout.grid, layout.twoToOne)}>
              <Retention weeks={data.weeks} />
              <div className={layout.stack}>
                <Activity bands={data.bands} weeklyMinutes={data.weekly_minutes} />
                <PunchCard averages={data.punch_card} />
              </div>
            </div>
            <NewAccounts />
            <BandAccounts />
            <Sources sources={data.sources} />
            <Revenue weeks={data.weeks} />
          </>
        ) : (
          <LoadState error={error} onRetry={mutate} />
        )}
        <Absent />
      </div>
    </>
  );
}
