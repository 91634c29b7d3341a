import { EmptyState } from "@shared/components/EmptyState";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";
import { PlayersChart } from "./PlayersChart";
import { Races } from "./Races";
import { type Stats, useStats } from "./stats";
import * as css from "./world.module.css";

/** Players over the day, and characters by race. */
export function World() {
  const { data, error, isLoading } = useStats();
  return (
    <section aria-labelledby="world">
      <SectionHead title="The world today" id="world">
        {data &&
          !error &&
          `${formatNumber(data.total_characters)} characters in ${formatNumber(data.total_clans)} clans`}
      </SectionHead>
      <div className={css.panels}>
        <Panel padded as="article" aria-busy={isLoading}>
          <h3>Players over 24 hours</h3>
          <p className={css.zone}>
            Shown in your local time
            <span className={css.today}>Last 24 hours</span>
            <span className={css.before}>Day before</span>
          </p>
          {data && !error ? <Players history={data.history} /> : <StatsPlaceholder failed={error !== undefined} />}
        </Panel>
        <Panel padded as="article" aria-busy={isLoading}>
          <h3>Characters by race</h3>
          {data && !error ? <Races races={data.races} /> : <StatsPlaceholder failed={error !== undefined} />}
        </Panel>
      </div>
    </section>
  );
}

function Players({ history }: Pick<Stats, "history">) {
  if (history.length < 2)
    return <EmptyState title="No measurements yet">Collecting data for the first day.</EmptyState>;
  return <PlayersChart history={history} />;
}

function StatsPlaceholder({ failed }: { failed: boolean }) {
  if (failed)
    return (
      <EmptyState drawing="broken" title="Stats unavailable">
        Couldn't load server stats.
      </EmptyState>
    );
  return (
    <>
      <VisuallyHidden>Loading server stats</VisuallyHidden>
      <Skeleton className={css.skeleton} />
    </>
  );
}
