import * as text from "text:roulette";
import { afterPaint } from "@shared/afterPaint";
import { useIsOn } from "@shared/api/useSite";
import { classes } from "@shared/components/classes";
import { FailedPanel } from "@shared/components/FailedPanel";
import { useRef, useState } from "react";
import { Apse } from "./Apse";
import { celebrationOf, type Prize } from "./celebration";
import { FairnessSection } from "./FairnessSection";
import { OddsTable } from "./OddsTable";
import * as css from "./play.module.css";
import {
  type Config,
  type Cooldown,
  type History,
  type Stats,
  useCoins,
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
import { SoundSwitch } from "./SoundSwitch";
import { SpinPanel } from "./SpinPanel";
import { StatStrip } from "./StatStrip";
import { findSpinBlocker, isLong } from "./spinBlocker";
import * as tiers from "./tiers.module.css";
import { useSpin } from "./useSpin";
import { Wheel } from "./Wheel";
import { WinCard } from "./WinCard";

export { RouletteSkeleton as Skeleton };

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
  if (missing.some(({ error }) => error)) return <FailedPanel title={text.loadFailed} />;
  const isLoadingFairness = !fairness.data && !fairness.error;
  if (isLoadingFairness || !wheel || !stats.data || !history.data || !cooldown.data) return <RouletteSkeleton />;
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
  const coins = useCoins().data;
  const blocker = findSpinBlocker(config, cooldown);
  const press = () => {
    afterPaint(() => play.current?.scrollIntoView({ block: "nearest" }));
    return spin.press();
  };
  const [selection, setSelection] = useState<{ spinId: string } | null>(null);
  const [dismissedPrize, setDismissedPrize] = useState<Prize | null>(null);
  const card = spin.phase === "result" && spin.prize !== dismissedPrize ? spin.prize : null;
  const verifyCard = () => {
    setDismissedPrize(card);
    if (card?.spinId) setSelection({ spinId: card.spinId });
  };
  return (
    <div className={classes(css.stack, tiers.tiers)}>
      <div className={css.play} ref={play}>
        <section className={css.stage} aria-label={text.stage}>
          <Apse />
          <Wheel
            slots={config.slots}
            prize={spin.prize}
            phase={spin.phase}
            dark={spin.phase === "idle" && isLong(blocker)}
          />
          <SoundSwitch />
        </section>
        <div className={css.side}>
          <Result phase={spin.phase} prize={spin.prize} blocker={blocker} />
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
        <RecentSpins history={history} onCheck={({ id }) => setSelection({ spinId: id })} />
        <OddsTable config={config} />
      </div>
      <FairnessSection config={config} history={history} selection={selection} seedField={seedField} />
      {card && celebrationOf(card) === "card" && (
        <WinCard
          prize={card}
          slots={config.slots}
          coinName={coins?.coin_name ?? "coins"}
          onVerify={verifyCard}
          onClose={() => setDismissedPrize(card)}
        />
      )}
    </div>
  );
}
