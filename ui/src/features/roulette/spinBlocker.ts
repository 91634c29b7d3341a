import type { IconName } from "@shared/components/Icon";
import { formatNumber } from "@shared/format";
import type { Config, Cooldown } from "./queries";
import { formatWait } from "./useCountdown";

/** Why spinning is blocked: button label, and a sentence if the label does not say it. */
export interface SpinBlocker {
  words: string;
  icon?: IconName;
  because?: string;
}

const CLOSED: SpinBlocker = {
  words: "The wheel is closed",
  icon: "lock",
  because: "The roulette is closed right now.",
};
const DEBT: SpinBlocker = {
  words: "You cannot spin now",
  icon: "lock",
  because: "There is no spin while a donation is disputed or coins of a refunded one are owed.",
};
const SPENT: SpinBlocker = {
  words: "No spins left today",
  icon: "clock",
  because: "The day begins anew at the server's midnight.",
};

export function findSpinBlocker(
  { enabled, spin_cost }: Config,
  { can_spin, reason }: Cooldown,
  wait: number,
  available: number | undefined,
): SpinBlocker | null {
  if (!enabled) return CLOSED;
  if (can_spin) return null;
  switch (reason) {
    case "disabled":
      return CLOSED;
    case "debt":
      return DEBT;
    case "insufficient_coins":
      return { words: needed(spin_cost, available) };
    case "daily_limit":
      return SPENT;
    default:
      return { words: `Wait ${formatWait(wait)}`, icon: "clock" };
  }
}

function needed(cost: number, available: number | undefined): string {
  const has = available === undefined ? "" : `, you have ${formatNumber(available)}`;
  return `${formatNumber(cost)} coins needed${has}`;
}
