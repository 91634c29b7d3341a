import { classes } from "@shared/components/classes";
import { formatNumber } from "@shared/format";
import { useEffect, useRef } from "react";
import { formatNet } from "./odds";
import * as css from "./play.module.css";
import { useCoins } from "./queries";
import { TierName } from "./TierName";
import { numeral, TIERS } from "./tiers";
import * as tiers from "./tiers.module.css";
import type { Phase, Prize as WonPrize } from "./useSpin";

const FADE_MS = 400;

/** The prize, announced when the wheel stops. */
export function Result({ phase, won, closed }: { phase: Phase; won: WonPrize | null; closed: boolean }) {
  const coinName = useCoins().data?.coin_name ?? "coins";
  const shown = phase === "result" ? won : null;
  return (
    <div className={classes(css.result, shown && tiers[TIERS[shown.slot.prize_tier].key])} role="status">
      {shown ? (
        <Prize won={shown} coinName={coinName} />
      ) : (
        <p className={css.message}>{closed && phase === "idle" ? CLOSED : MESSAGES[phase]}</p>
      )}
    </div>
  );
}

const CLOSED = "The wheel is closed.";
const MESSAGES: Readonly<Record<Phase, string>> = {
  idle: "Spin to win.",
  asking: "Spinning…",
  turning: "Spinning…",
  result: "",
};

function Prize({ won: { slot, cost, balance }, coinName }: { won: WonPrize; coinName: string }) {
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
        Stake {formatNet(-cost)}, net <b className={classes(net < 0 ? css.minus : css.plus)}>{formatNet(net)}</b>.
      </p>
      <p className={css.small}>
        Slot {numeral(slot.position)}. Credited: your balance is {formatNumber(balance)}.
      </p>
    </div>
  );
}
