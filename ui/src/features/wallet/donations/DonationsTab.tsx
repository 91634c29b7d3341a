import panels from "panels:donations";
import * as text from "text:donations";
import { useIsOn } from "@shared/api/useSite";
import { DonationNotes } from "@shared/components/DonationNotes";
import { EmptyState } from "@shared/components/EmptyState";
import { FailedPanel } from "@shared/components/FailedPanel";
import { Panel } from "@shared/components/Panel";
import { Panels } from "@shared/panels";
import { lazy, Suspense } from "react";
import { type Packages, usePackages } from "../queries";
import { DonationFormSkeleton } from "./DonationFormSkeleton";
import * as css from "./donations.module.css";
import { PricedForm } from "./PricedForm";
import { ReturnBanner } from "./ReturnBanner";
import { useCheckoutReturn } from "./useCheckoutReturn";
import { useDonationStatus } from "./useDonationStatus";

export { DonationFormSkeleton as Skeleton };

const Records = lazy(() => import("./Records"));

/** Donation form, history and deliveries, then panels of extras. */
export default function DonationsTab() {
  const { data, error } = usePackages();
  const { outcome, id } = useCheckoutReturn();
  const donationStatus = useDonationStatus(id, outcome);
  return (
    <div className={css.stack} aria-busy={!data && !error}>
      {outcome && (
        <ReturnBanner outcome={outcome} id={id} donationStatus={donationStatus} coinName={data?.coin_name ?? "coins"} />
      )}
      <DonationNotes />
      {data ? <Offer packages={data} /> : error ? <FailedPanel title={text.loadFailed} /> : <DonationFormSkeleton />}
      <Suspense fallback={<div className={css.placeholder} />}>
        <Records />
      </Suspense>
      <Panels of={panels} />
    </div>
  );
}

function Offer({ packages }: { packages: Packages }) {
  if (useIsOn("donations") && packages.enabled) return <PricedForm packages={packages} />;
  return (
    <Panel>
      <EmptyState drawing="lantern" title={text.closedTitle}>
        {text.closed}
      </EmptyState>
    </Panel>
  );
}
