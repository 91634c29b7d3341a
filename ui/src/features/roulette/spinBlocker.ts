import type { IconName } from "@shared/components/Icon";
import { formatNumber } from "@shared/format";
import type { Config, Cooldown } from "./queries";
import { formatWait } from "./useCountdown";

/** Why spinning is blocked: button label, and a sentence if the label does not say it. */
export interface SpinBlocker {
  label: string;
  icon?: IconName;
  reason?: string;
  /** Ends once the player changes the seeds. */
  needsSeeds?: boolean;
}

const CLOSED: SpinBlocker = {
  label: "The wheel is closed",
  icon: "lock",
  reason: "The roulette is closed right now.",
};
const DEBT: SpinBlocker = {
  label: "You cannot spin now",
  icon: "lock",
  reason: "Spins are locked while a donation is in dispute or coins are owed.",
};
const SPENT: SpinBlocker = {
  label: "No spins left today",
  icon: "clock",
  reason: "The limit resets at midnight server time.",
};

const EXCLUDED: SpinBlocker = {
  label: "Closed by you",
  icon: "lock",
  reason: "You are taking a break. It cannot be shortened; your profile shows its end.",
};
const OWN_LIMIT: SpinBlocker = {
  label: "Your daily limit is reached",
  icon: "clock",
  reason: "You set this limit. A higher one works 24 hours after you set it.",
};
const EXPIRED: SpinBlocker = {
  label: "Choose new seeds to continue",
  icon: "refresh",
  reason: "These seeds have drawn enough. Change seeds below.",
  needsSeeds: true,
};
const KEY_LOST: SpinBlocker = {
  ...EXPIRED,
  reason: "Your server seed can no longer be read, so it draws no spins. Change seeds below.",
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
    case "excluded":
      return EXCLUDED;
    case "spin_limit":
      return OWN_LIMIT;
    case "seeds_expired":
      return EXPIRED;
    case "key_lost":
      return KEY_LOST;
    case "insufficient_coins":
      return { label: neededText(spin_cost, available) };
    case "daily_limit":
      return SPENT;
    default:
      return { label: `Wait ${formatWait(wait)}`, icon: "clock" };
  }
}

function neededText(cost: number, available: number | undefined): string {
  const has = available === undefined ? "" : `, you have ${formatNumber(available)}`;
  return `${formatNumber(cost)} coins needed${has}`;
}
