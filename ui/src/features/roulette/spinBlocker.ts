import type { Config, Cooldown } from "./queries";

/** Code of the service. */
export type SpinBlocker = NonNullable<Cooldown["reason"]>;

/** Returns why spinning is blocked. */
export function findSpinBlocker({ enabled }: Config, { can_spin, reason }: Cooldown): SpinBlocker | null {
  if (!enabled) return "disabled";
  return can_spin ? null : (reason ?? "cooldown");
}

/** Ends once the player changes the seeds. */
export const needsSeeds = (blocker: SpinBlocker | null): boolean =>
  blocker === "seeds_expired" || blocker === "key_lost";

/** Blocks for hours or more. */
export const isLong = (blocker: SpinBlocker | null): boolean =>
  ["disabled", "debt", "excluded", "spin_limit", "daily_limit"].includes(blocker ?? "");
