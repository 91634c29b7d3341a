import type { Slot, Tier } from "./queries";

export interface Prize {
  spinId: string | undefined;
  slot: Slot;
  cost: number;
  balance: number;
}

/** `lamps`: they stay lit. `embers`: sparks as well. `card`: a dialog as well. */
export type Celebration = "none" | "lamps" | "embers" | "card";

const BY_TIER: Readonly<Partial<Record<Tier, Celebration>>> = { JACKPOT: "card", BIG_WIN: "card", GOOD_WIN: "embers" };

/** A prize that is not above its stake is no gain, and is not celebrated. */
export function celebrationOf({ slot: { prize_tier, prize_amount }, cost }: Prize): Celebration {
  return prize_amount > cost ? (BY_TIER[prize_tier] ?? "lamps") : "none";
}
