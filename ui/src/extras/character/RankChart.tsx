import * as text from "text:character";
import * as game from "text:game";
import * as shared from "text:shared";
import { ChartFrame, marksOfDays, percentOf, SeriesLine } from "@shared/charts/ChartFrame";
import { ChartPanel, stateOf } from "@shared/charts/ChartPanel";
import { dayOf, formatDate } from "@shared/charts/days";
import { ticks } from "@shared/charts/scale";
import { FoldedTable } from "@shared/components/Table";
import { formatNumber } from "@shared/format";
import type { History } from "./days";

const WEEKS = 12;
const STEPS = 4;

interface Props {
  ranks: History["pvp_ranks"] | undefined;
  /** The present rank. */
  rank: number;
  /** The last recorded day. */
  today: string | undefined;
  error: unknown;
}

/** The PvP rank at the closes of weeks; the first rank is at the top. */
export function RankChart({ ranks, rank, today, error }: Props) {
  const closes = ranks && today ? [...ranks.slice(-WEEKS), { day: today, rank }] : undefined;
  const plottedCloses = closes && (closes.length > 1 ? closes : null);
  return (
    <ChartPanel title={game.pvpRank} note={text.firstOnTop} state={stateOf(plottedCloses, error)} empty={text.noRanks}>
      {plottedCloses && <Plot closes={plottedCloses} />}
    </ChartPanel>
  );
}

const write = (rank: number) => `#${formatNumber(rank)}`;

function Plot({ closes }: { closes: History["pvp_ranks"] }) {
  const ranks = closes.map(({ rank }) => rank);
  const steps = ticks(Math.min(...ranks), Math.max(...ranks), STEPS)
    .map((step) => Math.max(1, step))
    .reverse();
  const days = closes.map(({ day }) => dayOf(day));
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 1];
  const points = closes.map(({ rank }, index) => ({
    x: (((days[index] ?? 0) - first) / Math.max(1, last - first)) * 100,
    y: percentOf(rank, steps),
  }));
  const rows = closes.map(({ rank }, index) => [formatDate(days[index] ?? 0), write(rank)] as const);
  return (
    <figure>
      <ChartFrame
        label={text.ranksFrom({ first: write(ranks[0] ?? 0), last: write(ranks.at(-1) ?? 0) })}
        readerLabel={game.pvpRank}
        readings={points.map((point, index) => ({ ...point, lines: rows[index] ?? ["", ""] }))}
        steps={steps}
        marks={marksOfDays(Array.from({ length: last - first + 1 }, (_, index) => first + index))}
        formatStep={write}
      >
        <SeriesLine series={0} points={points} />
      </ChartFrame>
      <FoldedTable label={text.rankTable} columns={[shared.day, game.pvpRank]} rows={[...rows].reverse()} />
    </figure>
  );
}
