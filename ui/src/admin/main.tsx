import "@shared/styles/tokens.css";
import "@shared/styles/fonts.css";
import "@shared/styles/base.css";
import "./styles/density.css";
import "./styles/base.css";
import { setTokenRejectedHandler, signWithCookie } from "@shared/api/client";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { mutate } from "swr";
import { App } from "./App";
import { SESSION } from "./api/client";

signWithCookie();
// A rejected read of the session itself is its state already.
setTokenRejectedHandler((path) => path !== SESSION && void mutate(SESSION));

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter basename="/admin">
        <App />
      </BrowserRouter>
    </StrictMode>,
  );
