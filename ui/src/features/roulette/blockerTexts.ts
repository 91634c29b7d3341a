import * as refusals from "text:refusals";
import * as text from "text:roulette";
import { ICONS } from "@shared/components/icons";
import { LATER_ICONS } from "@shared/components/laterIcons";
import { formatNumber } from "@shared/format";
import type { SpinBlocker } from "./spinBlocker";

type ExplainedBlocker = keyof typeof text.blocked;

const isExplained = (blocker: SpinBlocker): blocker is ExplainedBlocker => blocker in text.blocked;

/** Text in place of the result. */
export function blockerTitle(blocker: SpinBlocker): string {
  if (isExplained(blocker)) return text.blocked[blocker].title;
  return blocker === "insufficient_coins" ? refusals.insufficient_coins : text.cooldown;
}

/** A sentence, if label and title do not say it. */
export const blockerReason = (blocker: SpinBlocker): string | undefined =>
  isExplained(blocker) ? text.blocked[blocker].reason : undefined;

/** Text of the button. `wait`: seconds until the cooldown ends. */
export function blockerLabel(blocker: SpinBlocker, wait: number, cost: number, available: number | undefined): string {
  if (isExplained(blocker)) return text.blocked[blocker].label;
  if (blocker !== "insufficient_coins")
    return text.wait({ minutes: String(Math.floor(wait / 60)), seconds: String(wait % 60) });
  if (available === undefined) return text.coinsNeeded({ count: cost });
  return text.coinsNeededHave({ count: cost, available: formatNumber(available) });
}

/** SVG paths of the icons. */
const GLYPHS: Readonly<Partial<Record<SpinBlocker, string>>> = {
  disabled: LATER_ICONS.lock,
  debt: LATER_ICONS.lock,
  excluded: LATER_ICONS.lock,
  daily_limit: ICONS.clock,
  spin_limit: ICONS.clock,
  cooldown: ICONS.clock,
  seeds_expired: ICONS.refresh,
  key_lost: ICONS.refresh,
};

export const blockerGlyph = (blocker: SpinBlocker): string | undefined => GLYPHS[blocker];
