import * as text from "text:roulette";
import * as shared from "text:shared";
import { classes } from "@shared/components/classes";
import { Panel } from "@shared/components/Panel";
import { ShortNumber } from "@shared/components/ShortNumber";
import type { ReactNode } from "react";
import { formatNet } from "./odds";
import type { Stats } from "./queries";
import * as css from "./tables.module.css";

/** Totals of all spins of the account. */
export function StatStrip({ stats }: { stats: Stats }) {
  const net = stats.net_result;
  return (
    <Panel as="dl" className={css.strip}>
      <Figure label={text.totalSpins} value={<ShortNumber value={stats.total_spins} />} />
      <Figure label={text.spent} value={<ShortNumber value={stats.total_spent} />} />
      <Figure label={shared.won} value={<ShortNumber value={stats.total_won} />} />
      <Figure
        label={text.net}
        value={<ShortNumber value={net} format={formatNet} />}
        className={net < 0 ? css.minus : undefined}
      />
      <Figure label={text.biggestWin} value={<ShortNumber value={stats.biggest_win} />} className={css.gold} />
    </Panel>
  );
}

function Figure({ label, value, className }: { label: string; value: ReactNode; className?: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={classes(className)}>{value}</dd>
    </div>
  );
}
