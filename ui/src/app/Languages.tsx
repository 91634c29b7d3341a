import { useIsHydrated } from "@shared/api/firstFrame";
import { type ComponentProps, lazy, Suspense } from "react";

const LanguageLinks = lazy(() => import("./LanguageLinks"));

/** The links to other languages, loaded after the first paint. Crawlers follow the document's alternate links. */
export function Languages(props: ComponentProps<typeof LanguageLinks>) {
  return <Suspense>{useIsHydrated() && <LanguageLinks {...props} />}</Suspense>;
}
