import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Refusal } from "@shared/components/Field";
import { Glyph, Icon } from "@shared/components/Icon";
import { LeaderList } from "@shared/components/LeaderList";
import { Panel } from "@shared/components/Panel";
import { COIN_ICON } from "@shared/components/playerIcons";
import { formatNumber } from "@shared/format";
import * as css from "./play.module.css";
import { type Config, type Cooldown, useCoins } from "./queries";
import { findSpinBlocker, type SpinBlocker } from "./spinBlocker";
import { useCountdown } from "./useCountdown";
import type { useSpin } from "./useSpin";

const MOST_PIPS = 30;
const UNSURE = "It is not known whether the wheel was spun. Ask once more: the same spin is never paid twice.";

interface Props {
  config: Config;
  standing: Cooldown;
  spin: ReturnType<typeof useSpin>;
}

/** Cost, balance, spins left today, and the spin button. */
export function SpinPanel({ config, standing, spin }: Props) {
  const { data: coins } = useCoins();
  const { phase, failure, unsure, press } = spin;
  const wait = useCountdown(standing);
  const blocker = findSpinBlocker(config, standing, wait, coins?.available);
  const turns = phase === "asking" || phase === "turning";
  // A spin of unknown outcome can be repeated whatever blocks the next one.
  const held = unsure ? null : blocker;
  return (
    <Panel padded className={css.panel} aria-label="Spin">
      <LeaderList
        rows={[
          ["A spin costs", <Coins key="cost" amount={config.spin_cost} />],
          ["You can spend", coins ? <Coins key="purse" amount={coins.available} /> : "–"],
        ]}
      />
      <Today standing={standing} most={config.max_daily_spins} />
      {failure && <Refusal key={failure.tries}>{failure.words}</Refusal>}
      <SpinButton cost={config.spin_cost} turns={turns} unsure={unsure} blocker={held} onPress={press} />
      <p className={css.hint}>{unsure ? UNSURE : (held?.because ?? HINT)}</p>
    </Panel>
  );
}

const HINT =
  "The coins leave your balance and the prize is credited in the same moment, before the wheel stops turning.";

interface ButtonProps {
  cost: number;
  turns: boolean;
  unsure: boolean;
  blocker: SpinBlocker | null;
  onPress: () => void;
}

/** Uses aria-disabled, so that the button keeps the focus. */
function SpinButton({ cost, turns, unsure, blocker, onPress }: ButtonProps) {
  const stands = turns || blocker !== null;
  const words = unsure ? "Ask for this spin again" : `Spin for ${formatNumber(cost)} coins`;
  return (
    <Button
      look={stands ? "secondary" : "primary"}
      large
      wide
      className={classes(stands && css.held)}
      aria-disabled={stands}
      aria-busy={turns || undefined}
      onClick={() => !stands && onPress()}
    >
      {!turns && blocker?.icon && <Icon name={blocker.icon} />}
      {turns ? "Spinning…" : (blocker?.words ?? words)}
    </Button>
  );
}

function Coins({ amount }: { amount: number }) {
  return (
    <span className={css.coins}>
      <Glyph path={COIN_ICON} className={css.coin} />
      {formatNumber(amount)}
    </span>
  );
}

function Today({ standing: { daily_spins_used: used }, most }: { standing: Cooldown; most: number }) {
  const pips = most <= MOST_PIPS ? Array.from({ length: most }, (_, index) => index) : [];
  return (
    <div className={css.today}>
      <p>
        <span>Spins today</span>
        <span>
          <b>{formatNumber(used)}</b>
          {most > 0 && ` of ${formatNumber(most)}`}
        </span>
      </p>
      {pips.length > 0 && (
        <div className={css.pips} aria-hidden="true">
          {pips.map((each) => (
            <i key={each} className={classes(each < used && css.used)} />
          ))}
        </div>
      )}
    </div>
  );
}
