import { ICONS } from "@shared/components/icons";
import type { ComponentType } from "react";

type TabId = "profile" | "characters" | "donations" | "roulette" | "votes" | "referrals";

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

const BALLOT = "M4 13.5v6h16v-6M8 13.5h8M9 4.5h6v9H9ZM10.8 8.5l1 1 1.7-2";

const FRIENDS =
  "M5.500 8.500a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0 -7 0M2.500 19.500c.6-3.400 3.200-5.200 6.500-5.200s5.900 1.800 6.500 5.200M18.500 8v6M15.500 11h6";

const PROFILE: PlayerTab = { id: "profile", glyph: ICONS.user };

/** The dashboard's tabs in display order. */
export const TABS: readonly PlayerTab[] = [
  PROFILE,
  { id: "characters", glyph: ICONS.users },
  { id: "donations", glyph: GIFT },
  { id: "roulette", glyph: WHEEL },
  { id: "votes", glyph: BALLOT },
  { id: "referrals", glyph: FRIENDS },
];

/** Returns the tab that the query names, or the profile if it names none or an unknown one. */
export const tabOf = (query: URLSearchParams): PlayerTab => TABS.find(({ id }) => id === query.get("tab")) ?? PROFILE;

/** Returns the query string of another tab; other parameters are kept. */
export function withTab(query: URLSearchParams, id: TabId): string {
  const next = new URLSearchParams(query);
  next.set("tab", id);
  return `?${next}`;
}
