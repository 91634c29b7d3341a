import routes from "pages:paths";
import * as shared from "text:shared";
import { ErrorBoundary } from "@shared/components/ErrorBoundary";
import { type PageExtras, useInlineContent } from "@shared/content";
import { isAbsent } from "@shared/extras";
import { paths } from "@shared/paths";
import { type ComponentType, Suspense, useEffect } from "react";
import { matchPath, Navigate, useLocation } from "react-router-dom";
import { Loading } from "./Loading";

/** The component of each page by its name: loaded on demand in the browser, at hand where the service renders. */
export type Screens = Readonly<Record<string, ComponentType>>;

const NAMES = Object.keys(routes);

/** Returns the name of a path's screen; undefined for an unknown path. */
export const screenOf = (pathname: string, extras: PageExtras) =>
  isAbsent(extras, pathname)
    ? "NoPublicPage"
    : NAMES.find((screen) => routes[screen]?.some((path) => matchPath(path, pathname)));

/** Navigation keeps the old page until the new one is loaded. A page with a text of its own shows that at once. */
const LOADING_TEXTS: Readonly<Record<string, string>> = { Player: shared.loadingDashboard };

/** After this an early answer may be old. A tab that is loaded after its page takes its calls before. */
const EARLY_MS = 5000;

/** Marks the document once the page is hydrated: from then on its controls work. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = "";
    const timeout = setTimeout(() => delete window.earlyCalls, EARLY_MS);
    return () => clearTimeout(timeout);
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
