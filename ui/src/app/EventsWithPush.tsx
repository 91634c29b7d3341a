import { pushTitle } from "text:profile";
import Events from "@extras/events/Events";
import { useIsHydrated } from "@shared/api/firstFrame";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { useExtra } from "@shared/extras";
import { lazy, Suspense } from "react";

const PushPanel = lazy(() => import("@extras/push/PushPanel"));

/** The events of the world with the control of browser messages, which depends on the reader. */
export default function EventsWithPush() {
  const isHydrated = useIsHydrated();
  const hasPush = useExtra("push");
  return (
    <Events
      push={
        hasPush && (
          <Panel framed padded>
            <h2>{pushTitle}</h2>
            <Suspense fallback={<Skeleton />}>{isHydrated && <PushPanel />}</Suspense>
          </Panel>
        )
      }
    />
  );
}
