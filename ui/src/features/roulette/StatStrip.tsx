import { classes } from "@shared/components/classes";
import { Panel } from "@shared/components/Panel";
import { formatNumber } from "@shared/format";
import { formatNet } from "./odds";
import type { Stats } from "./queries";
import * as css from "./tables.module.css";

/** Totals of all spins of the account. */
export function StatStrip({ stats }: { stats: Stats }) {
  const net = stats.net_result;
  return (
    <Panel as="dl" className={css.strip}>
      <Figure label="Total spins" value={formatNumber(stats.total_spins)} />
      <Figure label="Spent" value={formatNumber(stats.total_spent)} />
      <Figure label="Won" value={formatNumber(stats.total_won)} />
      <Figure label="Net result" value={formatNet(net)} className={net < 0 ? css.minus : undefined} />
      <Figure label="Biggest win" value={formatNumber(stats.biggest_win)} className={css.gold} />
    </Panel>
  );
}

function Figure({ label, value, className }: { label: string; value: string; className?: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={classes(className)}>{value}</dd>
    </div>
  );
}
