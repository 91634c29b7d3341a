import { classes } from "@shared/components/classes";
import { ErrorState } from "@shared/components/ErrorState";
import { Panel } from "@shared/components/Panel";
import { useState } from "react";
import { FairnessSection } from "./FairnessSection";
import { OddsTable } from "./OddsTable";
import * as css from "./play.module.css";
import {
  type Config,
  type Cooldown,
  type History,
  type Spin,
  type Stats,
  useConfig,
  useSpins,
  useStanding,
  useStats,
} from "./queries";
import { RecentSpins } from "./RecentSpins";
import { Result } from "./Result";
import { RouletteSkeleton } from "./RouletteSkeleton";
import { SpinPanel } from "./SpinPanel";
import { StatStrip } from "./StatStrip";
import * as tiers from "./tiers.module.css";
import { useSpin } from "./useSpin";
import { Wheel } from "./Wheel";

/** Wheel, statistics, recent spins, odds and fairness. */
export default function RouletteTab() {
  const config = useConfig();
  const stats = useStats();
  const history = useSpins();
  const standing = useStanding();
  const reads = [config, stats, history, standing];
  const missing = reads.filter(({ data }) => !data);
  if (missing.some(({ error }) => error)) {
    return (
      <Panel>
        <ErrorState title="Failed to load roulette data. Please try again." />
      </Panel>
    );
  }
  if (!config.data || !stats.data || !history.data || !standing.data) return <RouletteSkeleton />;
  return <Table config={config.data} stats={stats.data} history={history.data} standing={standing.data} />;
}

interface TableProps {
  config: Config;
  stats: Stats;
  history: History;
  standing: Cooldown;
}

function Table({ config, stats, history, standing }: TableProps) {
  const spin = useSpin(config);
  const [checked, setChecked] = useState<{ spin: Spin } | null>(null);
  return (
    <div className={classes(css.stack, tiers.tiers)}>
      <div className={css.play}>
        <section className={css.stage} aria-label="The wheel">
          <Wheel slots={config.slots} at={spin.won?.slot} phase={spin.phase} closed={!config.enabled} />
        </section>
        <div className={css.side}>
          <Result phase={spin.phase} won={spin.won} />
          <SpinPanel config={config} standing={standing} spin={spin} />
        </div>
      </div>
      <StatStrip stats={stats} />
      <div className={css.two}>
        <RecentSpins history={history} onCheck={(each) => setChecked({ spin: each })} />
        <OddsTable config={config} />
      </div>
      <FairnessSection config={config} history={history} checked={checked} />
    </div>
  );
}
