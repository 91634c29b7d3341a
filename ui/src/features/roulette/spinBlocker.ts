import type { IconName } from "@shared/components/Icon";
import { formatNumber } from "@shared/format";
import type { Config, Cooldown } from "./queries";
import { formatWait } from "./useCountdown";

/** Why spinning is blocked. */
export interface SpinBlocker {
  /** On the button. */
  label: string;
  /** In place of the result. */
  title: string;
  icon?: IconName;
  /** A sentence, if label and title do not say it. */
  reason?: string;
  /** Ends once the player changes the seeds. */
  needsSeeds?: boolean;
  /** Ends once the player has more coins. */
  needsCoins?: boolean;
  /** Lasts for hours or more. */
  isLong?: boolean;
}

const CLOSED: SpinBlocker = {
  label: "The wheel is closed",
  title: "The wheel is closed.",
  icon: "lock",
  reason: "The roulette is closed right now.",
  isLong: true,
};
const DEBT: SpinBlocker = {
  label: "You cannot spin now",
  title: "Spins are locked.",
  icon: "lock",
  reason: "Spins are locked while a donation is in dispute or coins are owed.",
  isLong: true,
};
const SPENT: SpinBlocker = {
  label: "No spins left today",
  title: "All spins used.",
  icon: "clock",
  reason: "The limit resets at midnight server time.",
  isLong: true,
};
const EXCLUDED: SpinBlocker = {
  label: "Closed by you",
  title: "You are taking a break.",
  icon: "lock",
  reason: "You are taking a break. It cannot be shortened; your profile shows its end.",
  isLong: true,
};
const OWN_LIMIT: SpinBlocker = {
  label: "Your daily limit is reached",
  title: "Your limit is reached.",
  icon: "clock",
  reason: "You set this limit. A higher one works 24 hours after you set it.",
  isLong: true,
};
const EXPIRED: SpinBlocker = {
  label: "Choose new seeds to continue",
  title: "New seeds needed.",
  icon: "refresh",
  reason: "These seeds have drawn enough. Change seeds below.",
  needsSeeds: true,
};
const KEY_LOST: SpinBlocker = {
  ...EXPIRED,
  reason: "Your server seed can no longer be read, so it draws no spins. Change seeds below.",
};

/** `wait`: seconds until the cooldown ends. */
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
    case "excluded":
      return EXCLUDED;
    case "spin_limit":
      return OWN_LIMIT;
    case "seeds_expired":
      return EXPIRED;
    case "key_lost":
      return KEY_LOST;
    case "insufficient_coins":
      return { label: neededText(spin_cost, available), title: "Not enough coins.", needsCoins: true };
    case "daily_limit":
      return SPENT;
    default:
      return { label: `Wait ${formatWait(wait)}`, title: "The wheel rests.", icon: "clock" };
  }
}

function neededText(cost: number, available: number | undefined): string {
  const has = available === undefined ? "" : `, you have ${formatNumber(available)}`;
  return `${formatNumber(cost)} coins needed${has}`;
}
