import * as text from "text:roulette";
import * as shared from "text:shared";
import { Figure, Figures } from "@shared/components/Figures";
import { ShortNumber } from "@shared/components/ShortNumber";
import { formatNet } from "./odds";
import type { Stats } from "./queries";

/** Totals of all spins of the account. */
export function StatStrip({ stats }: { stats: Stats }) {
  const net = stats.net_result;
  return (
    <Figures>
      <Figure label={text.totalSpins}>
        <ShortNumber value={stats.total_spins} />
      </Figure>
      <Figure label={text.spent}>
        <ShortNumber value={stats.total_spent} />
      </Figure>
      <Figure label={shared.won}>
        <ShortNumber value={stats.total_won} />
      </Figure>
      <Figure label={text.net} tone={net < 0 ? "loss" : undefined}>
        <ShortNumber value={net} format={formatNet} />
      </Figure>
      <Figure label={text.biggestWin} tone="gold">
        <ShortNumber value={stats.biggest_win} />
      </Figure>
    </Figures>
  );
}
