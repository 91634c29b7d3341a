import "@shared/styles/tokens.css";
import "@shared/styles/fonts.css";
import "@shared/styles/base.css";
import { setStepUpHandler, setTokenRejectedHandler } from "@shared/api/client";
import { FirstFrameContext, readFirstFrame } from "@shared/api/firstFrame";
import { useSession } from "@shared/stores/session";
import { useStepUp } from "@shared/stores/stepUp";
import { onSessionElsewhere } from "@shared/stores/storage";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./App";
import { SCREENS } from "./screens";

const { restore, signOut } = useSession.getState();
restore();
onSessionElsewhere(restore);
setTokenRejectedHandler(signOut);
setStepUpHandler(async (path, body, factors) => {
  const { describeAction } = await import("@features/step-up/messages");
  return useStepUp.getState().ask(describeAction(path, body), factors);
});

const firstFrame = readFirstFrame();
const app = (
  <StrictMode>
    <BrowserRouter>
      <App screens={SCREENS} />
    </BrowserRouter>
  </StrictMode>
);
const root = document.getElementById("root");
if (root && firstFrame) hydrateRoot(root, <FirstFrameContext value={firstFrame}>{app}</FirstFrameContext>);
else if (root) createRoot(root).render(app);
