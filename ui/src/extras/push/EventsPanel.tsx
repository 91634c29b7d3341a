import { pushTitle } from "text:profile";
import { useIsHydrated } from "@shared/api/firstFrame";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { lazy, Suspense } from "react";

const PushPanel = lazy(() => import("./PushPanel"));

/** The control of browser messages beside the events of the world; it depends on the reader. */
export default function EventsPanel() {
  const isHydrated = useIsHydrated();
  return (
    <Panel framed padded>
      <h2>{pushTitle}</h2>
      <Suspense fallback={<Skeleton />}>{isHydrated && <PushPanel />}</Suspense>
    </Panel>
  );
}
