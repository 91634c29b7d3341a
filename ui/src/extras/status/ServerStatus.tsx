import skyline from "art:scene-harbour";
import panels from "panels:status";
import * as shared from "text:shared";
import * as text from "text:status";
import { useGet } from "@shared/api/useGet";
import { classes } from "@shared/components/classes";
import { ErrorState } from "@shared/components/ErrorState";
import { PageHead } from "@shared/components/PageHead";
import { Panels } from "@shared/panels";
import * as utility from "@shared/styles/utility.module.css";
import { BadgePanel } from "./BadgePanel";
import { Counting } from "./Counting";
import { DayBars } from "./DayBars";
import { PlayersPanel } from "./PlayersPanel";
import { StatusFigures } from "./StatusFigures";
import * as css from "./status.module.css";
import { Verifier } from "./Verifier";

/** Uptime and players of ninety days, and their verification. */
export default function ServerStatus() {
  const { data, error } = useGet("/api/status/days");
  const days = data?.data;
  return (
    <>
      <PageHead title={shared.serverStatus} picture={skyline} scene="harbour">
        {text.lead}
      </PageHead>
      <div className={classes(utility.wrap, css.page)}>
        {error && !days ? <ErrorState title={text.failed} /> : <StatusFigures days={days} />}
        {days && days.length > 0 && <DayBars days={days} />}
        <PlayersPanel />
        <div className={css.columns}>
          <Counting />
          <Verifier days={days ?? []} />
          <BadgePanel />
        </div>
        <Panels of={panels} />
      </div>
    </>
  );
}
