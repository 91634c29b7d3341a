import playerStylesheet from "sheet:ui/src/app/Player.tsx";
import { loadStylesheet } from "@shared/loadStylesheet";
import { lazy } from "react";
import type { Screens } from "./AppRoutes";

/** Each page's code is loaded when the page is first opened. */
export const SCREENS: Screens = {
  Home: lazy(() => import("@features/home/Home")),
  ServerInfo: lazy(() => import("@features/server-info/ServerInfo")),
  Rankings: lazy(() => import("@features/rankings/Rankings")),
  Media: lazy(() => import("@features/media/Media")),
  Download: lazy(() => import("@features/download/Download")),
  Player: lazy(async () => {
    const [player] = await Promise.all([import("./Player"), loadStylesheet(playerStylesheet)]);
    return player;
  }),
};
