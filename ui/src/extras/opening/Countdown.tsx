import { getFresh } from "@shared/api/client";
import type { Answer } from "@shared/api/useGet";
import { useEffect } from "react";

/**
 * Shows nothing. The countdown is a document in place of Home, so a link to Home within the app loads it. A document that
 * was loaded as Home is what the service wants there.
 */
export default function Countdown() {
  useEffect(() => {
    if (isFirstPage()) return;
    getFresh<Answer<"/api/opening">>("/api/opening").then(
      ({ phase }) => (phase === "waiting" || phase === "expected") && location.reload(),
      () => undefined,
    );
  }, []);
  return null;
}

function isFirstPage(): boolean {
  const [document] = performance.getEntriesByType("navigation");
  const isAtFirstAddress = document !== undefined && new URL(document.name).pathname === location.pathname;
  return isAtFirstAddress && window.document.documentElement.dataset.ready === undefined;
}
