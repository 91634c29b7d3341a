import "@shared/styles/tokens.css";
import "@shared/styles/fonts.css";
import "@shared/styles/base.css";
import { code } from "text:language";
import { setStepUpHandler, setTokenRejectedHandler } from "@shared/api/client";
import { FirstFrameContext, readFirstFrame } from "@shared/api/firstFrame";
import { ContentContext, prefetchContent, readInlineContent } from "@shared/content";
import { prefixOf } from "@shared/language";
import { type MailLink, useDialogs } from "@shared/stores/dialogs";
import { useSession } from "@shared/stores/session";
import { useStepUp } from "@shared/stores/stepUp";
import { onSessionElsewhere } from "@shared/stores/storage";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./App";
import { SCREENS } from "./screens";

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
const app = (
  <ContentContext value={content}>
    <StrictMode>
      <BrowserRouter basename={prefix}>
        <App screens={SCREENS} />
      </BrowserRouter>
    </StrictMode>
  </ContentContext>
);
const root = document.getElementById("root");
if (root) {
  if (firstFrame) hydrateRoot(root, <FirstFrameContext value={firstFrame}>{app}</FirstFrameContext>);
  else createRoot(root).render(app);
}

// The first paint has passed, and so have the requests that it needs.
addEventListener("load", async () => {
  if ("startViewTransition" in document) void import("./motion").then(({ startMotion }) => startMotion());
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(`/service-worker.js?${code}`);
    await navigator.serviceWorker.ready;
    prefetchContent(content);
  } catch {} // a private window may refuse a worker
});
