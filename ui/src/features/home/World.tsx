import * as text from "text:home";
import * as shared from "text:shared";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { PlayersChart } from "./PlayersChart";
import { Races } from "./Races";
import { type Stats, useStats } from "./stats";
import * as css from "./world.module.css";

/** Players over the day, and characters by race. */
export function World() {
  const { data, error, isLoading } = useStats();
  return (
    <section aria-labelledby="world">
      <SectionHead title={text.world} id="world">
        {data &&
          !error &&
          text.charactersInClans({
            characters: text.characters({ count: data.total_characters }),
            clans: text.clans({ count: data.total_clans }),
          })}
      </SectionHead>
      {error ? (
        <Panel>
          <ErrorState title={text.noStats}>{text.statsFailed}</ErrorState>
        </Panel>
      ) : (
        <Panels data={data} isLoading={isLoading} />
      )}
    </section>
  );
}

function Panels({ data, isLoading }: { data: Stats | undefined; isLoading: boolean }) {
  return (
    <div className={css.panels}>
      <Panel padded as="article" aria-busy={isLoading}>
        <h3>{text.playersOfDay}</h3>
        <p className={css.zone}>
          {text.localTime}
          <span className={css.today}>{shared.lastDay}</span>
          <span className={css.before}>{shared.dayBefore}</span>
        </p>
        {data ? <Players history={data.history} /> : <StatsSkeleton />}
      </Panel>
      <Panel padded as="article" aria-busy={isLoading}>
        <h3>{text.byRace}</h3>
        {data ? <Races races={data.races} /> : <StatsSkeleton />}
      </Panel>
    </div>
  );
}

function Players({ history }: Pick<Stats, "history">) {
  if (history.length < 2) return <EmptyState title={text.noMeasurements}>{text.collecting}</EmptyState>;
  return <PlayersChart history={history} />;
}

function StatsSkeleton() {
  return (
    <>
      <VisuallyHidden>{text.loadingStats}</VisuallyHidden>
      <Skeleton className={css.skeleton} />
    </>
  );
}
