import panels from "panels:donationNotes";
import { Suspense } from "react";
import { useIsHydrated } from "../api/firstFrame";
import { type DonationPlace, Panels } from "../panels";

/** What extras say of donations at a place. Without properties: on Home and above the donation form. */
export function DonationNotes(place: DonationPlace) {
  const isHydrated = useIsHydrated();
  return <Suspense>{isHydrated && <Panels of={panels} {...place} />}</Suspense>;
}
