import { useIsOn } from "@shared/api/useSite";
import { classes } from "@shared/components/classes";
import { ErrorState } from "@shared/components/ErrorState";
import { Panel } from "@shared/components/Panel";
import { useRef, useState } from "react";
import { Apse } from "./Apse";
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
  useCooldown,
  useFairness,
  useOwnWheel,
  useSpins,
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
  const cooldown = useCooldown();
  const fairness = useFairness();
  const wheel = useOwnWheel(config.data, fairness.data);
  const queries = [config, stats, history, cooldown];
  const missing = queries.filter(({ data }) => !data);
  if (missing.some(({ error }) => error)) {
    return (
      <Panel>
        <ErrorState title="Failed to load roulette data. Please try again." />
      </Panel>
    );
  }
  const waiting = !fairness.data && !fairness.error;
  if (waiting || !wheel || !stats.data || !history.data || !cooldown.data) return <RouletteSkeleton />;
  return <RoulettePage config={wheel} stats={stats.data} history={history.data} cooldown={cooldown.data} />;
}

interface RoulettePageProps {
  /** With the wheel of the player's own seeds. */
  config: Config;
  stats: Stats;
  history: History;
  cooldown: Cooldown;
}

function RoulettePage({ config: wheel, stats, history, cooldown }: RoulettePageProps) {
  const enabled = useIsOn("roulette") && wheel.enabled;
  const config = { ...wheel, enabled };
  const seedField = useRef<HTMLInputElement>(null);
  const play = useRef<HTMLDivElement>(null);
  const spin = useSpin(config);
  const press = () => {
    play.current?.scrollIntoView({ block: "nearest" });
    return spin.press();
  };
  const [selected, setSelected] = useState<{ spin: Spin } | null>(null);
  return (
    <div className={classes(css.stack, tiers.tiers)}>
      <div className={css.play} ref={play}>
        <section className={css.stage} aria-label="The wheel">
          <Apse />
          <Wheel slots={config.slots} at={spin.won?.slot} phase={spin.phase} closed={!enabled} />
        </section>
        <div className={css.side}>
          <Result phase={spin.phase} won={spin.won} closed={!enabled} />
          <SpinPanel
            config={config}
            cooldown={cooldown}
            spin={{ ...spin, press }}
            onChooseSeeds={() => seedField.current?.focus()}
          />
        </div>
      </div>
      <StatStrip stats={stats} />
      <div className={css.columns}>
        <RecentSpins history={history} onCheck={(selectedSpin) => setSelected({ spin: selectedSpin })} />
        <OddsTable config={config} />
      </div>
      <FairnessSection config={config} history={history} selected={selected} seedField={seedField} />
    </div>
  );
}
