import searches from "panels:search";
import authSheets from "sheet:ui/src/features/auth/AuthDialogs.tsx";
import * as text from "text:shell";
import { useIsHydrated } from "@shared/api/firstFrame";
import { withStylesheets } from "@shared/loadStylesheet";
import { Panels } from "@shared/panels";
import { useDialogs } from "@shared/stores/dialogs";
import * as utility from "@shared/styles/utility.module.css";
import { lazy, type ReactNode, Suspense } from "react";
import { createPortal } from "react-dom";
import { Footer } from "./Footer";
import * as css from "./frame.module.css";
import { Header } from "./Header";
import { Notices } from "./Notices";
import { useDocumentTitle } from "./useDocumentTitle";
import { useRouteFocus } from "./useRouteFocus";
import { useScroll } from "./useScroll";
import { useSearchKeys } from "./useSearchKeys";

const LaterParts = lazy(() => import("./LaterParts").catch(() => ({ default: () => null })));
const AuthDialogs = lazy(() => withStylesheets(import("@features/auth/AuthDialogs"), authSheets));

/** Header, footer, notices and dialogs around every page. */
export function Frame({ children }: { children: ReactNode }) {
  const isHydrated = useIsHydrated();
  const dialog = useDialogs(({ open }) => open);
  const place = useDialogs(({ loginPlace }) => loginPlace);
  useDocumentTitle();
  useScroll();
  useRouteFocus();
  useSearchKeys();
  return (
    <>
      <a className={css.skip} href="#main">
        {text.skip}
      </a>
      <Header />
      <Notices />
      <main id="main" className={utility.page} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <Suspense>{isHydrated && <LaterParts />}</Suspense>
      <Suspense>{dialog && (dialog === "search" ? <Panels of={searches} /> : <AuthDialogs />)}</Suspense>
      <Suspense>{place && !dialog && createPortal(<AuthDialogs isInline />, place)}</Suspense>
    </>
  );
}
