import "@shared/styles/tokens.css";
import "@shared/styles/fonts.css";
import "@shared/styles/base.css";
import { useSession } from "@shared/stores/session";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./App";

useSession.getState().restore();

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
  );
