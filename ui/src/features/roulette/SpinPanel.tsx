import * as text from "text:roulette";
import * as spins from "text:spins";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { Refusal } from "@shared/components/Field";
import { Glyph } from "@shared/components/Icon";
import { LeaderList } from "@shared/components/LeaderList";
import { Panel } from "@shared/components/Panel";
import { COIN_ICON } from "@shared/components/playerIcons";
import { ShortNumber } from "@shared/components/ShortNumber";
import { formatNumber } from "@shared/format";
import { blockerGlyph, blockerLabel, blockerReason } from "./blockerTexts";
import * as css from "./play.module.css";
import { type Config, type Cooldown, useCoins } from "./queries";
import { findSpinBlocker, needsSeeds } from "./spinBlocker";
import { useCountdown } from "./useCountdown";
import type { useSpin } from "./useSpin";

const MAX_PIPS = 30;

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
  const blocker = findSpinBlocker(config, cooldown);
  const spinning = phase === "asking" || phase === "turning";
  // A spin of unknown outcome can be repeated whatever blocks the next one.
  const activeBlocker = unsure ? null : blocker;
  const note = unsure ? text.unsure : activeBlocker && blockerReason(activeBlocker);
  const label = activeBlocker && blockerLabel(activeBlocker, wait, config.spin_cost, coins?.available);
  return (
    <Panel padded className={css.panel} aria-label={text.panel}>
      <LeaderList
        className={css.costs}
        rows={[
          [text.cost, <Coins key="cost" amount={config.spin_cost} />],
          [text.available, coins ? <Coins key="purse" amount={coins.available} /> : "–"],
        ]}
      />
      <Today cooldown={cooldown} limit={config.max_daily_spins} />
      {failure && <Refusal key={failure.key}>{failure.text}</Refusal>}
      <SpinButton
        label={label ?? (unsure ? text.checkSpin : text.spin({ count: config.spin_cost }))}
        glyph={activeBlocker && blockerGlyph(activeBlocker)}
        spinning={spinning}
        isBlocked={activeBlocker !== null || (!coins && !unsure)}
        onPress={press}
      />
      {(needsSeeds(activeBlocker) || failure?.text === spins.seeds_expired) && (
        <Button wide onClick={onChooseSeeds}>
          {text.newSeeds}
        </Button>
      )}
      <p className={classes(css.hint, !note && css.usual)}>{note ?? text.hint}</p>
    </Panel>
  );
}

interface ButtonProps {
  label: string;
  glyph: string | null | undefined;
  spinning: boolean;
  isBlocked: boolean;
  onPress: () => void;
}

/** Uses aria-disabled, so that the button keeps the focus. */
function SpinButton({ label, glyph, spinning, isBlocked, onPress }: ButtonProps) {
  const disabled = spinning || isBlocked;
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
      {!spinning && glyph && <Glyph path={glyph} />}
      {spinning ? text.spinning : label}
    </Button>
  );
}

function Coins({ amount }: { amount: number }) {
  return (
    <span className={css.coins}>
      <Glyph path={COIN_ICON} className={css.coin} />
      <ShortNumber value={amount} />
    </span>
  );
}

function Today({ cooldown: { daily_spins_used: spinsUsed }, limit }: { cooldown: Cooldown; limit: number }) {
  const usedSpins = <b>{formatNumber(spinsUsed)}</b>;
  const pips = limit <= MAX_PIPS ? Array.from({ length: limit }, (_, pip) => pip) : [];
  return (
    <div className={css.today}>
      <p>
        <span>{text.spinsToday}</span>
        <span>{limit > 0 ? text.usedOfLimit({ used: usedSpins, limit: formatNumber(limit) }) : usedSpins}</span>
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
