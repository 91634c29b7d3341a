import { Chart } from "@shared/components/Chart";
import { EmptyState } from "@shared/components/EmptyState";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { Skeleton } from "@shared/components/Skeleton";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatHour, formatNumber } from "@shared/format";
import { useMemo } from "react";
import { Races } from "./Races";
import { type Stats, useStats } from "./stats";
import * as css from "./world.module.css";

/** Players over the day, and characters by race. */
export function World() {
  const { data, error, isLoading } = useStats();
  return (
    <section aria-labelledby="world">
      <SectionHead title="The world today" id="world">
        {data && `${formatNumber(data.total_characters)} characters in ${formatNumber(data.total_clans)} clans`}
      </SectionHead>
      <div className={css.plates}>
        <Panel padded as="article" aria-busy={isLoading}>
          <h3>Players over 24 hours</h3>
          <p className={css.zone}>Times are those of your own clock.</p>
          {data ? <Day history={data.history} /> : <Absent failed={error !== undefined} />}
        </Panel>
        <Panel padded as="article" aria-busy={isLoading}>
          <h3>Races of the world</h3>
          {data ? <Races races={data.races} /> : <Absent failed={error !== undefined} />}
        </Panel>
      </div>
    </section>
  );
}

function Day({ history }: Pick<Stats, "history">) {
  const [times, series] = useMemo(
    () => [
      history.map(({ at }) => Date.parse(at) / 1000),
      [{ label: "Players", values: history.map(({ online_players }) => online_players) }],
    ],
    [history],
  );
  if (history.length < 2)
    return <EmptyState title="No measurements yet">The first day is still being written.</EmptyState>;
  return (
    <Chart label={summary(history)} times={times} series={series} formatTime={formatHour} formatValue={formatNumber} />
  );
}

/** Text alternative of the chart. */
function summary(history: Stats["history"]): string {
  const most = history.reduce((a, b) => (b.online_players > a.online_players ? b : a));
  const least = history.reduce((a, b) => (b.online_players < a.online_players ? b : a));
  const told = ({ at, online_players }: typeof most) =>
    `${formatNumber(online_players)} at ${formatHour(new Date(at))}`;
  return `Players online over the last 24 hours: most ${told(most)}, fewest ${told(least)}`;
}

function Absent({ failed }: { failed: boolean }) {
  if (failed)
    return (
      <EmptyState drawing="broken" title="No word from the world">
        Its figures could not be loaded.
      </EmptyState>
    );
  return (
    <>
      <VisuallyHidden>Loading the figures of the world</VisuallyHidden>
      <Skeleton className={css.bone} />
    </>
  );
}
