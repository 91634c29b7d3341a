import playerStylesheet from "sheet:ui/src/app/Player.tsx";
import { ErrorBoundary } from "@shared/components/ErrorBoundary";
import { loadStylesheet } from "@shared/loadStylesheet";
import { paths } from "@shared/paths";
import { lazy, type ReactNode, Suspense } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { Loading } from "./Loading";

const Home = lazy(() => import("@features/home/Home"));
const ServerInfo = lazy(() => import("@features/server-info/ServerInfo"));
const Rankings = lazy(() => import("@features/rankings/Rankings"));
const Media = lazy(() => import("@features/media/Media"));
const Download = lazy(() => import("@features/download/Download"));
const Player = lazy(async () => {
  const [player] = await Promise.all([import("./Player"), loadStylesheet(playerStylesheet)]);
  return player;
});

const PLAYER_PATHS = [paths.player, paths.playerProfile, paths.playerCharacters, paths.playerDonations];

/** One page per path; unknown paths redirect to Home. */
export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname}>
      <Routes>
        <Route path={paths.home} element={screen(<Home />)} />
        <Route path={paths.serverInfo} element={screen(<ServerInfo />)} />
        <Route path={paths.rankings} element={screen(<Rankings />)} />
        <Route path={paths.media} element={screen(<Media />)} />
        <Route path={paths.download} element={screen(<Download />)} />
        {PLAYER_PATHS.map((path) => (
          <Route key={path} path={path} element={screen(<Player />, "Loading your dashboard...")} />
        ))}
        <Route path="*" element={<Navigate to={paths.home} replace />} />
      </Routes>
    </ErrorBoundary>
  );
}

/**
 * Navigation between public pages keeps the old page until the new one is loaded. A page with a `waiting` text shows
 * that at once.
 */
function screen(page: ReactNode, waiting?: string) {
  return (
    <Suspense key={waiting} fallback={<Loading>{waiting}</Loading>}>
      {page}
    </Suspense>
  );
}
