import * as text from "text:home";
import { useGet } from "@shared/api/useGet";
import { PresentContext } from "@shared/present";
import type { ReactNode } from "react";

/** Gives Home the next siege of the game; nothing without a date or while the world cannot be read. */
export default function SiegePresent({ children }: { children: ReactNode }) {
  const next = useGet("/api/world/pulse").data?.next_siege;
  const siege = next && {
    castles: next.castles > 1 ? text.castleCount({ count: next.castles }) : next.name,
    at: next.at,
  };
  return <PresentContext value={siege ? { siege } : null}>{children}</PresentContext>;
}
