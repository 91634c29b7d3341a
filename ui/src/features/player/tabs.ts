import { ICONS } from "@shared/components/icons";
import { LATER_ICONS } from "@shared/components/laterIcons";
import type { ComponentType } from "react";

type TabId = "profile" | "characters" | "donations" | "roulette" | "rewards";

/** The component of each tab; the app supplies them, since features do not import each other. */
export type TabContents = Readonly<Record<TabId, ComponentType>>;

export interface PlayerTab {
  readonly id: TabId;
  /** SVG path of the icon. */
  readonly glyph: string;
}

const GIFT =
  "M4.5 8.5h15a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-2a1 1 0 0 1 1-1ZM5 12.5V20h14v-7.5M12 8.5V20M12 8.5C9 8.5 7 7.5 7 5.7 7 3.5 11 3 12 8.5ZM12 8.5c3 0 5-1 5-2.8 0-2.2-4-2.7-5 2.8Z";

const WHEEL =
  "M3.2 12a8.8 8.8 0 1 0 17.6 0a8.8 8.8 0 1 0 -17.6 0ZM9.6 12a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0ZM12 3.2v6.4M12 14.4v6.4M3.2 12h6.4M14.4 12h6.4M5.8 5.8l4.5 4.5M13.7 13.7l4.5 4.5M18.2 5.8l-4.5 4.5M10.3 13.7l-4.5 4.5";

const STAR = "m12 3.500 2.600 5.300 5.900.9-4.200 4.100 1 5.800-5.300-2.800-5.300 2.800 1-5.800-4.200-4.100 5.900-.9Z";

const PROFILE: PlayerTab = { id: "profile", glyph: LATER_ICONS.user };

/** The dashboard's tabs in display order. */
export const TABS: readonly PlayerTab[] = [
  PROFILE,
  { id: "characters", glyph: ICONS.users },
  { id: "donations", glyph: GIFT },
  { id: "roulette", glyph: WHEEL },
  { id: "rewards", glyph: STAR },
];

/** Returns the tab that the query names, or the profile if it names none or an unknown one. */
export const tabOf = (query: URLSearchParams): PlayerTab => TABS.find(({ id }) => id === query.get("tab")) ?? PROFILE;

/** Returns the query string of another tab; other parameters are kept, but that of the profile's sections. */
export function withTab(query: URLSearchParams, id: TabId): string {
  const next = new URLSearchParams(query);
  next.delete("section");
  next.set("tab", id);
  return `?${next}`;
}
