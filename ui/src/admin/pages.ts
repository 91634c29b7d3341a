import * as text from "text:admin";
import { type ComponentType, lazy } from "react";
import type { IconName } from "./parts/Icon";

export interface Page {
  /** Address below /admin. */
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** `g` and this key open the page. */
  readonly key: string;
  /** An operator without this permission does not see the page. */
  readonly permission: string;
  /** The page is absent unless one of these is on. */
  readonly extras?: readonly string[];
  readonly Screen: ComponentType;
  /** Addresses below it, for example of one account: "/players/:login". */
  readonly subpaths?: readonly string[];
}

/** The pages in the order of the menu. To add one: a line here, and its screen in a folder of its own. */
export const PAGES: readonly Page[] = [
  {
    path: "/",
    title: text.pages.overview,
    icon: "home",
    key: "o",
    permission: "overview.read",
    Screen: lazy(() => import("./overview/Overview").then(({ Overview }) => ({ default: Overview }))),
  },
  {
    path: "/players",
    title: text.pages.players,
    icon: "users",
    key: "p",
    permission: "players.read",
    subpaths: ["/players/:login"],
    Screen: lazy(() => import("./players/Players").then(({ Players }) => ({ default: Players }))),
  },
  {
    path: "/money",
    title: text.pages.money,
    icon: "card",
    key: "m",
    permission: "money.read",
    Screen: lazy(() => import("./money/Money").then(({ Money }) => ({ default: Money }))),
  },
  {
    path: "/wheel",
    title: text.pages.wheel,
    icon: "coins",
    key: "w",
    permission: "controls.read",
    Screen: lazy(() => import("./wheel/WheelPage").then(({ WheelPage }) => ({ default: WheelPage }))),
  },
  {
    path: "/economy",
    title: text.pages.economy,
    icon: "chart",
    key: "e",
    permission: "economy.read",
    extras: ["economy"],
    Screen: lazy(() => import("./economy/Economy").then(({ Economy }) => ({ default: Economy }))),
  },
  {
    path: "/codes",
    title: text.pages.codes,
    icon: "ticket",
    key: "k",
    permission: "codes.read",
    extras: ["codes", "referrals"],
    subpaths: ["/codes/:id"],
    Screen: lazy(() => import("./codes/Codes").then(({ Codes }) => ({ default: Codes }))),
  },
  {
    path: "/insight",
    title: text.pages.insight,
    icon: "trend",
    key: "i",
    permission: "insight.read",
    extras: ["insight"],
    Screen: lazy(() => import("./insight/Insight").then(({ Insight }) => ({ default: Insight }))),
  },
  {
    path: "/content",
    title: text.pages.content,
    icon: "pen",
    key: "c",
    permission: "content.read",
    subpaths: ["/content/:tab"],
    Screen: lazy(() => import("./content/ContentPage").then(({ ContentPage }) => ({ default: ContentPage }))),
  },
  {
    path: "/competitions",
    title: text.pages.competitions,
    icon: "trophy",
    key: "t",
    permission: "competitions.read",
    extras: ["competitions"],
    subpaths: ["/competitions/:id"],
    Screen: lazy(() => import("./competitions/Competitions").then(({ Competitions }) => ({ default: Competitions }))),
  },
  {
    path: "/votes",
    title: text.pages.votes,
    icon: "vote",
    key: "v",
    permission: "votes.read",
    extras: ["votes"],
    Screen: lazy(() => import("./votes/Votes").then(({ Votes }) => ({ default: Votes }))),
  },
  {
    path: "/alerts",
    title: text.pages.alerts,
    icon: "bell",
    key: "a",
    permission: "alerts.read",
    extras: ["alerts"],
    Screen: lazy(() => import("./alerts/Alerts").then(({ Alerts }) => ({ default: Alerts }))),
  },
  {
    path: "/operators",
    title: text.pages.operators,
    icon: "key",
    key: "u",
    permission: "operators.read",
    Screen: lazy(() => import("./operators/Operators").then(({ Operators }) => ({ default: Operators }))),
  },
  {
    path: "/log",
    title: text.pages.log,
    icon: "scroll",
    key: "l",
    permission: "log.read",
    Screen: lazy(() => import("./log/OperatorLog").then(({ OperatorLog }) => ({ default: OperatorLog }))),
  },
];

/** The page that answers the search field, by its address; null while there is none. */
export const SEARCH_PAGE = "/players";
