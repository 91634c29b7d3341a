import playerSheet from "sheet:ui/src/app/Player.tsx";
import characterSheet from "sheet:ui/src/features/character/Character.tsx";
import clanSheet from "sheet:ui/src/features/clan/Clan.tsx";
import compareSheet from "sheet:ui/src/features/compare/Compare.tsx";
import downloadSheet from "sheet:ui/src/features/download/Download.tsx";
import mediaSheet from "sheet:ui/src/features/media/Media.tsx";
import rankingsSheet from "sheet:ui/src/features/rankings/Rankings.tsx";
import reportsSheet from "sheet:ui/src/features/reports/Reports.tsx";
import serverInfoSheet from "sheet:ui/src/features/server-info/ServerInfo.tsx";
import statusSheet from "sheet:ui/src/features/status/ServerStatus.tsx";
import worldSheet from "sheet:ui/src/features/world/World.tsx";
import { loadStylesheet } from "@shared/loadStylesheet";
import { type ComponentType, lazy } from "react";
import { type Screens, screenOf } from "./AppRoutes";

type Module = { default: ComponentType };

const withSheet = (load: () => Promise<Module>, sheet: string) => () =>
  Promise.all([load(), loadStylesheet(sheet)]).then(([module]) => module);

const LOADERS: Record<keyof Screens, () => Promise<Module>> = {
  Home: () => import("@features/home/Home"),
  ServerInfo: withSheet(() => import("@features/server-info/ServerInfo"), serverInfoSheet),
  Rankings: withSheet(() => import("@features/rankings/Rankings"), rankingsSheet),
  World: withSheet(() => import("@features/world/World"), worldSheet),
  Events: () => import("./EventsWithPush"),
  Media: withSheet(() => import("@features/media/Media"), mediaSheet),
  Download: withSheet(() => import("@features/download/Download"), downloadSheet),
  Status: withSheet(() => import("@features/status/ServerStatus"), statusSheet),
  Article: () => import("@features/news/Article"),
  Character: withSheet(() => import("@features/character/Character"), characterSheet),
  Clan: withSheet(() => import("@features/clan/Clan"), clanSheet),
  Reports: withSheet(() => import("@features/reports/Reports"), reportsSheet),
  Compare: withSheet(() => import("@features/compare/Compare"), compareSheet),
  Player: withSheet(() => import("./Player"), playerSheet),
};

/** Each page's code and styles are loaded when the page is first opened. */
export const SCREENS = Object.fromEntries(
  Object.entries(LOADERS).map(([name, load]) => [name, lazy(load)]),
) as unknown as Screens;

/** Returns the screens with that of this path loaded. React hydrates a page that is not loaded half a second later. */
export async function loadScreenOf(pathname: string): Promise<Screens> {
  const name = screenOf(pathname);
  if (!name) return SCREENS;
  try {
    return { ...SCREENS, [name]: (await LOADERS[name]()).default };
  } catch {
    return SCREENS; // the page loads again and shows the error
  }
}
