import type { IconName } from "@shared/components/Icon";
import { type ComponentType, lazy } from "react";

export interface PlayerTab {
  readonly id: string;
  readonly label: string;
  /** On a phone, where the tabs share the width. */
  readonly short: string;
  readonly icon: IconName;
  readonly Content: ComponentType;
}

const PROFILE: PlayerTab = {
  id: "profile",
  label: "Account Profile",
  short: "Profile",
  icon: "user",
  Content: lazy(() => import("./profile/ProfileTab")),
};

/** The dashboard's tabs in their order; each is one entry here and nothing else. */
export const TABS: readonly PlayerTab[] = [
  PROFILE,
  {
    id: "characters",
    label: "Characters",
    short: "Characters",
    icon: "users",
    Content: lazy(() => import("./characters/CharactersTab")),
  },
];

/** The tab an address asks for; the profile where it asks for none, or for one that is not there. */
export const tabOf = (query: URLSearchParams): PlayerTab => TABS.find(({ id }) => id === query.get("tab")) ?? PROFILE;

/** The query of another tab; what else stands in the address stays. */
export function withTab(query: URLSearchParams, id: string): string {
  const next = new URLSearchParams(query);
  next.set("tab", id);
  return `?${next}`;
}
