import { Button } from "@shared/components/Button";
import type { PlaceSubject } from "@shared/panels";
import { useDialogs } from "@shared/stores/dialogs";
import { useSession } from "@shared/stores/session";
import { lazy, Suspense } from "react";
import { BellLabel } from "./BellLabel";

const OwnBell = lazy(() => import("./OwnBell"));

/** Turns notices about one boss or castle on and off. Without a session it asks for the login. */
export default function PlaceBell({ subject }: { subject: PlaceSubject }) {
  const isAuthenticated = useSession((session) => session.isAuthenticated);
  const show = useDialogs((dialogs) => dialogs.show);
  const visitorBell = (
    <Button onClick={() => show("login")}>
      <BellLabel subject={subject} />
    </Button>
  );
  return isAuthenticated ? (
    <Suspense fallback={visitorBell}>
      <OwnBell subject={subject} />
    </Suspense>
  ) : (
    visitorBell
  );
}
