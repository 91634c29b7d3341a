import * as text from "text:shell";
import { ErrorBoundary } from "@shared/components/ErrorBoundary";
import { type PageExtras, useInlineContent } from "@shared/content";
import { hasPage } from "@shared/extras";
import { paths } from "@shared/paths";
import { type ComponentType, Suspense, useEffect } from "react";
import { matchPath, Navigate, useLocation } from "react-router-dom";
import { Loading } from "./Loading";

/** The component of each page: loaded on demand in the browser, at hand where the service renders. */
export type Screens = Record<
  | "Home"
  | "ServerInfo"
  | "Rankings"
  | "World"
  | "Events"
  | "Media"
  | "Download"
  | "Status"
  | "Article"
  | "Character"
  | "Clan"
  | "Reports"
  | "Compare"
  | "Player"
  | "NoPage",
  ComponentType
>;

const ROUTES: Record<keyof Screens, string[]> = {
  Home: [paths.home],
  ServerInfo: [paths.serverInfo],
  Rankings: [paths.rankings],
  World: [paths.world],
  Events: [paths.events],
  Media: [paths.media],
  Download: [paths.download],
  Status: [paths.status],
  Article: [paths.article],
  Character: [paths.character],
  Clan: [paths.clan],
  Reports: [paths.bossReport, paths.siegeReport, paths.week, paths.competition],
  Compare: [paths.compare],
  Player: [paths.player, paths.playerProfile, paths.playerCharacters, paths.playerDonations],
  NoPage: [],
};
const NAMES = Object.keys(ROUTES) as (keyof Screens)[];

export const screenOf = (pathname: string, extras: PageExtras) =>
  hasPage(extras, pathname)
    ? NAMES.find((screen) => ROUTES[screen].some((path) => matchPath(path, pathname)))
    : "NoPage";

/** Navigation keeps the old page until the new one is loaded. A page with a text of its own shows that at once. */
const LOADING_TEXTS: Partial<Record<keyof Screens, string>> = { Player: text.loadingDashboard };

/** Marks the document once the page is hydrated: from then on its controls work. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = "";
  }, []);
  return null;
}

/** One page per path; unknown paths redirect to Home. The router's Routes also match nested routes with loaders. */
export function AppRoutes({ screens }: { screens: Screens }) {
  const { pathname } = useLocation();
  const name = screenOf(pathname, useInlineContent().extras);
  const Screen = name && screens[name];
  const text = name && LOADING_TEXTS[name];
  return (
    <ErrorBoundary resetKey={pathname}>
      {Screen ? (
        <Suspense key={text} fallback={<Loading>{text}</Loading>}>
          <Screen />
          <Ready />
        </Suspense>
      ) : (
        <Navigate to={paths.home} replace />
      )}
    </ErrorBoundary>
  );
}
