import * as text from "text:roulette";
import { classes } from "@shared/components/classes";
import { formatNumber } from "@shared/format";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { blockerTitle } from "./blockerTexts";
import { celebrationOf, type Prize as WonPrize } from "./celebration";
import { formatNet } from "./odds";
import * as css from "./play.module.css";
import { useCoins } from "./queries";
import type { SpinBlocker } from "./spinBlocker";
import { TierName } from "./TierName";
import { numeral, TIERS } from "./tiers";
import * as tiers from "./tiers.module.css";
import type { Phase } from "./useSpin";

const FADE_MS = 400;

interface Props {
  phase: Phase;
  prize: WonPrize | null;
  blocker: SpinBlocker | null;
}

/** The prize, announced when the wheel stops. */
export function Result({ phase, prize, blocker }: Props) {
  const coinName = useCoins().data?.coin_name ?? "coins";
  const visiblePrize = phase === "result" ? prize : null;
  const gains = visiblePrize && celebrationOf(visiblePrize) !== "none";
  return (
    <div className={classes(css.result, gains && tiers[TIERS[visiblePrize.slot.prize_tier].key])} role="status">
      {visiblePrize ? (
        <Prize prize={visiblePrize} coinName={coinName} />
      ) : phase === "idle" ? (
        <Idle blocker={blocker} />
      ) : (
        <div>
          <p className={css.headline}>{text.spinning}</p>
          {phase === "turning" && <p className={css.small}>{text.alreadyCredited}</p>}
        </div>
      )}
    </div>
  );
}

function Idle({ blocker }: { blocker: SpinBlocker | null }) {
  return (
    <div>
      <p className={css.headline}>{blocker ? blockerTitle(blocker) : text.idle}</p>
      {blocker === "insufficient_coins" && (
        <Link className={css.link} to="?tab=donations">
          {text.getCoins}
        </Link>
      )}
    </div>
  );
}

function Prize({ prize: { slot, cost, balance }, coinName }: { prize: WonPrize; coinName: string }) {
  const net = slot.prize_amount - cost;
  const box = useRef<HTMLDivElement>(null);
  // Animated by script: style sheet animations are off under reduced motion, and a fade is allowed there.
  useEffect(() => void box.current?.animate({ opacity: [0, 1] }, FADE_MS), []);
  return (
    <div ref={box} className={css.prize}>
      <p className={css.tier}>
        <TierName tier={slot.prize_tier} />
      </p>
      <p className={css.amount}>
        <b>+{formatNumber(slot.prize_amount)}</b> {coinName}
      </p>
      <p className={css.small}>
        {text.stakeAndNet({
          stake: formatNet(-cost),
          net: <b className={classes(net < 0 && css.minus, net > 0 && css.plus)}>{formatNet(net)}</b>,
        })}
      </p>
      <p className={css.small}>{text.credited({ slot: numeral(slot.position), balance: formatNumber(balance) })}</p>
    </div>
  );
}
