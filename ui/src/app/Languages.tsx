import { useIsHydrated } from "@shared/api/firstFrame";
import { lazy, Suspense } from "react";

const LanguageLinks = lazy(() => import("./LanguageLinks").catch(() => ({ default: () => <></> })));

/**
 * The links to other languages, loaded after the first paint; without a network there are none. Crawlers follow the
 * document's alternate links.
 */
export function Languages(props: { short?: boolean }) {
  return <Suspense>{useIsHydrated() && <LanguageLinks {...props} />}</Suspense>;
}
