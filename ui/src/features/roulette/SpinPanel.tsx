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
import { NEW_SEEDS, type useSpin } from "./useSpin";

const MAX_PIPS = 30;
const UNSURE = "Connection lost. Press again: you won't be charged twice.";

interface Props {
  config: Config;
  cooldown: Cooldown;
  spin: ReturnType<typeof useSpin>;
  /** Moves to the form that changes the seeds. */
  onChooseSeeds: () => void;
}

/** Cost, balance, spins left today, and the spin button. */
export function SpinPanel({ config, cooldown, spin, onChooseSeeds }: Props) {
  const { data: coins } = useCoins();
  const { phase, failure, unsure, press } = spin;
  const wait = useCountdown(cooldown);
  const blocker = findSpinBlocker(config, cooldown, wait, coins?.available);
  const spinning = phase === "asking" || phase === "turning";
  // A spin of unknown outcome can be repeated whatever blocks the next one.
  const activeBlocker = unsure ? null : blocker;
  const note = unsure ? UNSURE : activeBlocker?.reason;
  return (
    <Panel padded className={css.panel} aria-label="Spin">
      <LeaderList
        className={css.costs}
        rows={[
          ["A spin costs", <Coins key="cost" amount={config.spin_cost} />],
          ["You can spend", coins ? <Coins key="purse" amount={coins.available} /> : "–"],
        ]}
      />
      <Today cooldown={cooldown} limit={config.max_daily_spins} />
      {failure && <Refusal key={failure.key}>{failure.text}</Refusal>}
      <SpinButton cost={config.spin_cost} spinning={spinning} unsure={unsure} blocker={activeBlocker} onPress={press} />
      {(activeBlocker?.needsSeeds || failure?.text === NEW_SEEDS) && (
        <Button wide onClick={onChooseSeeds}>
          Choose new seeds
        </Button>
      )}
      <p className={classes(css.hint, !note && css.usual)}>{note ?? HINT}</p>
    </Panel>
  );
}

const HINT = "Your prize is credited instantly, before the animation ends.";

interface ButtonProps {
  cost: number;
  spinning: boolean;
  unsure: boolean;
  blocker: SpinBlocker | null;
  onPress: () => void;
}

/** Uses aria-disabled, so that the button keeps the focus. */
function SpinButton({ cost, spinning, unsure, blocker, onPress }: ButtonProps) {
  const disabled = spinning || blocker !== null;
  const label = unsure ? "Check my spin" : `Spin for ${formatNumber(cost)} coins`;
  return (
    <Button
      look={disabled ? "secondary" : "primary"}
      large
      wide
      className={classes(disabled && css.disabled)}
      aria-disabled={disabled}
      aria-busy={spinning || undefined}
      onClick={() => !disabled && onPress()}
    >
      {!spinning && blocker?.icon && <Icon name={blocker.icon} />}
      {spinning ? "Spinning…" : (blocker?.label ?? label)}
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

function Today({ cooldown: { daily_spins_used: spinsUsed }, limit }: { cooldown: Cooldown; limit: number }) {
  const pips = limit <= MAX_PIPS ? Array.from({ length: limit }, (_, pip) => pip) : [];
  return (
    <div className={css.today}>
      <p>
        <span>Spins today</span>
        <span>
          <b>{formatNumber(spinsUsed)}</b>
          {limit > 0 && ` of ${formatNumber(limit)}`}
        </span>
      </p>
      {pips.length > 0 && (
        <div className={css.pips} aria-hidden="true">
          {pips.map((index) => (
            <i key={index} className={classes(index < spinsUsed && css.used)} />
          ))}
        </div>
      )}
    </div>
  );
}
