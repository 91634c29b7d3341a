import { ErrorBoundary } from "@shared/components/ErrorBoundary";
import { paths } from "@shared/paths";
import { type ComponentType, type ReactNode, Suspense } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { Loading } from "./Loading";

/** The component of each page: loaded on demand in the browser, at hand where the service renders. */
export type Screens = Record<"Home" | "ServerInfo" | "Rankings" | "Media" | "Download" | "Player", ComponentType>;

const PLAYER_PATHS = [paths.player, paths.playerProfile, paths.playerCharacters, paths.playerDonations];

/** One page per path; unknown paths redirect to Home. */
export function AppRoutes({ screens: { Home, ServerInfo, Rankings, Media, Download, Player } }: { screens: Screens }) {
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
