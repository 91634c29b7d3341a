// Entry of the bundle that the service runs in a bare V8, after renderGlobals.ts: no DOM, no network, no timers.

import loaders from "pages:rendered";
import { code } from "text:language";
import { type FirstFrame, FirstFrameContext } from "@shared/api/firstFrame";
import { ContentContext } from "@shared/content";
import { prefixOf } from "@shared/language";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { createPath, NavigationType, parsePath, Router, type To } from "react-router-dom";
import { App } from "./App";
import type { Screens } from "./AppRoutes";

const LOADERS = Object.entries(loaders);

/** Null until the imports have settled, which needs no more than the end of the script. */
let screens: Screens | null = null;
/** Reason why they are missing: a module that needs a browser fails when it is loaded. */
let reason = "the screens are not loaded";

async function loadScreens(): Promise<void> {
  const load = async ([name, loader]: (typeof LOADERS)[number]) => {
    const screen = await loader();
    await screen.prepare?.("");
    return [name, screen.default] as const;
  };
  screens = Object.fromEntries(await Promise.all(LOADERS.map(load)));
}

const hrefOf = (to: To) => (typeof to === "string" ? to : createPath(to));
const ignore = () => {};
const NAVIGATOR = { createHref: hrefOf, push: ignore, replace: ignore, go: ignore };

/** React's mark of a part that failed and is left to the browser. */
const FAILED = "<!--$!-->";

/** Links that React puts before the markup; pictures are found in the markup as early. */
const PRELOADS = /^(<link rel="preload"[^>]*>)+/;

/** Renderers by language; each language's bundle adds its own. */
declare const renderers: Record<string, typeof render>;

/**
 * Renders a page with the components and wrappers of the browser. `path` may have a query string; `frame` is the JSON
 * text of a FirstFrame, `content` that of the content file. Returns the addresses that were read, which have no spaces, a
 * line break, and the HTML of the root element. Throws if a part of the page cannot be rendered.
 */
function render(path: string, frame: string, content: string): string {
  if (!screens) throw new Error(reason);
  const first: FirstFrame = JSON.parse(frame);
  const reads = new Set<string>();
  const html = renderToString(
    <FirstFrameContext value={{ ...first, onRead: (address) => reads.add(address) }}>
      <ContentContext value={JSON.parse(content)}>
        <StrictMode>
          <Router
            basename={prefixOf(path)}
            location={parsePath(path)}
            navigationType={NavigationType.Pop}
            navigator={NAVIGATOR}
            static
          >
            <App screens={screens} />
          </Router>
        </StrictMode>
      </ContentContext>
    </FirstFrameContext>,
  );
  if (html.includes(FAILED)) throw new Error("a component failed");
  return `${[...reads].join(" ")}\n${html.replace(PRELOADS, "")}`;
}

loadScreens().catch((error: unknown) => {
  reason = `a screen cannot be loaded: ${error}`;
});
renderers[code] = render;
