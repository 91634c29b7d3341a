import playerSheet from "sheet:ui/src/app/Player.tsx";
import downloadSheet from "sheet:ui/src/features/download/Download.tsx";
import mediaSheet from "sheet:ui/src/features/media/Media.tsx";
import rankingsSheet from "sheet:ui/src/features/rankings/Rankings.tsx";
import serverInfoSheet from "sheet:ui/src/features/server-info/ServerInfo.tsx";
import { loadStylesheet } from "@shared/loadStylesheet";
import { type ComponentType, lazy } from "react";
import type { Screens } from "./AppRoutes";

type Module = { default: ComponentType };

const withSheet = (load: () => Promise<Module>, sheet: string) =>
  lazy(() => Promise.all([load(), loadStylesheet(sheet)]).then(([module]) => module));

/** Each page's code and styles are loaded when the page is first opened. */
export const SCREENS: Screens = {
  Home: lazy(() => import("@features/home/Home")),
  ServerInfo: withSheet(() => import("@features/server-info/ServerInfo"), serverInfoSheet),
  Rankings: withSheet(() => import("@features/rankings/Rankings"), rankingsSheet),
  Media: withSheet(() => import("@features/media/Media"), mediaSheet),
  Download: withSheet(() => import("@features/download/Download"), downloadSheet),
  Article: lazy(() => import("@features/news/Article")),
  Player: withSheet(() => import("./Player"), playerSheet),
};
