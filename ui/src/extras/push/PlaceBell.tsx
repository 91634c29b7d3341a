import { useIsHydrated } from "@shared/api/firstFrame";
import type { PlaceSubject } from "@shared/panels";
import { lazy, Suspense } from "react";

const PlaceBellControl = lazy(() => import("./PlaceBellControl"));

/** Turns notices about one boss or castle on and off; it depends on the reader. */
export default function PlaceBell({ subject }: { subject: PlaceSubject }) {
  return <Suspense>{useIsHydrated() && <PlaceBellControl subject={subject} />}</Suspense>;
}
