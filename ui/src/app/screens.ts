import eventsSheets from "sheet:ui/src/app/EventsWithPush.tsx";
import playerSheets from "sheet:ui/src/app/Player.tsx";
import characterSheets from "sheet:ui/src/extras/character/Character.tsx";
import clanSheets from "sheet:ui/src/extras/clan/Clan.tsx";
import compareSheets from "sheet:ui/src/extras/compare/Compare.tsx";
import reportsSheets from "sheet:ui/src/extras/reports/Reports.tsx";
import statusSheets from "sheet:ui/src/extras/status/ServerStatus.tsx";
import worldSheets from "sheet:ui/src/extras/world/World.tsx";
import downloadSheets from "sheet:ui/src/features/download/Download.tsx";
import mediaSheets from "sheet:ui/src/features/media/Media.tsx";
import rankingsSheets from "sheet:ui/src/features/rankings/Rankings.tsx";
import serverInfoSheets from "sheet:ui/src/features/server-info/ServerInfo.tsx";
import type { PageExtras } from "@shared/content";
import { withStylesheets } from "@shared/loadStylesheet";
import { type ComponentType, lazy } from "react";
import { type Screens, screenOf } from "./AppRoutes";

type Module = { default: ComponentType };

const LOADERS: Record<keyof Screens, () => Promise<Module>> = {
  Home: () => import("@features/home/Home"),
  ServerInfo: () => withStylesheets(import("@features/server-info/ServerInfo"), serverInfoSheets),
  Rankings: () => withStylesheets(import("@features/rankings/Rankings"), rankingsSheets),
  World: () => withStylesheets(import("@extras/world/World"), worldSheets),
  Events: () => withStylesheets(import("./EventsWithPush"), eventsSheets),
  Media: () => withStylesheets(import("@features/media/Media"), mediaSheets),
  Download: () => withStylesheets(import("@features/download/Download"), downloadSheets),
  Status: () => withStylesheets(import("@extras/status/ServerStatus"), statusSheets),
  Article: () => import("@features/news/Article"),
  Character: () => withStylesheets(import("@extras/character/Character"), characterSheets),
  Clan: () => withStylesheets(import("@extras/clan/Clan"), clanSheets),
  Reports: () => withStylesheets(import("@extras/reports/Reports"), reportsSheets),
  Compare: () => withStylesheets(import("@extras/compare/Compare"), compareSheets),
  Player: () => withStylesheets(import("./Player"), playerSheets),
  NoPage: () => import("@shared/components/NoPublicPage"),
};

/** Each page's code and styles are loaded when the page is first opened. */
export const SCREENS = Object.fromEntries(
  Object.entries(LOADERS).map(([name, load]) => [name, lazy(load)]),
) as unknown as Screens;

/** Returns the screens with that of this path loaded. React hydrates a page that is not loaded half a second later. */
export async function loadScreenOf(pathname: string, extras: PageExtras): Promise<Screens> {
  const name = screenOf(pathname, extras);
  if (!name) return SCREENS;
  try {
    return { ...SCREENS, [name]: (await LOADERS[name]()).default };
  } catch {
    return SCREENS; // the page loads again and shows the error
  }
}
