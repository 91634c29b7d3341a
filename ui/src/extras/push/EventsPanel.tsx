import { pushTitle } from "text:profile";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { useSession } from "@shared/stores/session";
import { lazy, Suspense } from "react";
import * as css from "./push.module.css";
import { SignIn } from "./SignIn";

const PushPanel = lazy(() => import("./PushPanel"));

/** The control of browser messages beside the events of the world; it depends on the reader. */
export default function EventsPanel() {
  const isAuthenticated = useSession((session) => session.isAuthenticated);
  return (
    <Panel framed padded>
      <h2>{pushTitle}</h2>
      {isAuthenticated ? (
        <Suspense fallback={<Skeleton className={css.skeleton} />}>
          <PushPanel />
        </Suspense>
      ) : (
        <SignIn />
      )}
    </Panel>
  );
}
