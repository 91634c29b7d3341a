import "@shared/styles/tokens.css";
import "@shared/styles/fonts.css";
import "@shared/styles/base.css";
import { code } from "text:language";
import { setStepUpHandler, setTokenRejectedHandler } from "@shared/api/client";
import { type FirstFrame, FirstFrameContext, readFirstFrame } from "@shared/api/firstFrame";
import { ContentContext, prefetchContent, readInlineContent } from "@shared/content";
import { prefixOf } from "@shared/language";
import { paths } from "@shared/paths";
import { type MailLink, useDialogs } from "@shared/stores/dialogs";
import { useSession } from "@shared/stores/session";
import { useStepUp } from "@shared/stores/stepUp";
import { onSessionElsewhere } from "@shared/stores/storage";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./App";
import type { Screens } from "./AppRoutes";
import { loadScreenOf, SCREENS } from "./screens";

// A link of a mail opens over Home. Its secret leaves the address before any request is made.
const { pathname, hash } = location;
const prefix = prefixOf(pathname);
if (hash.includes("#k=")) {
  useDialogs.getState().show(`${pathname.slice(prefix.length)}${hash}` as MailLink);
  history.replaceState(null, "", prefix || "/");
}
const { restore, signOut } = useSession.getState();
restore();
onSessionElsewhere(restore);
setTokenRejectedHandler(signOut);
setStepUpHandler(async (path, body, factors) => {
  const { describeAction } = await import("@features/step-up/messages");
  return useStepUp.getState().ask(describeAction(path, body), factors);
});

const firstFrame = readFirstFrame();
const content = readInlineContent();
const page = pathname.slice(prefix.length) || "/";
const app = (screens: Screens) => (
  <ContentContext value={content}>
    <StrictMode>
      <BrowserRouter basename={prefix}>
        <App screens={screens} />
      </BrowserRouter>
    </StrictMode>
  </ContentContext>
);
/** Pages import parts of this module, so that it does not wait for a page at its top level. */
async function hydrate(root: Element, frame: FirstFrame) {
  const screens = await loadScreenOf(page, location.search, content.extras);
  await window.whenReleased?.();
  const framedApp = <FirstFrameContext value={frame}>{app(screens)}</FirstFrameContext>;
  // In a transition React yields to input and paint every few milliseconds.
  startTransition(() => {
    // The session, which the service does not know, replaces the first frame of the player's area.
    if (page.startsWith(paths.player)) createRoot(root).render(framedApp);
    else hydrateRoot(root, framedApp);
  });
}

const root = document.getElementById("root");
if (root) {
  if (firstFrame) void hydrate(root, firstFrame);
  else createRoot(root).render(app(SCREENS));
}

/** The first paint has passed, and so have the requests that it needs. */
async function onLoad() {
  void import("./afterLoad").then(({ afterLoad }) => afterLoad());
  if ("startViewTransition" in document) void import("./motion").then(({ startMotion }) => startMotion());
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(`/service-worker.js?${code}`);
    await navigator.serviceWorker.ready;
    prefetchContent(content);
  } catch {} // a private window may refuse a worker
}

if (document.readyState === "complete") void onLoad();
else addEventListener("load", () => void onLoad());
