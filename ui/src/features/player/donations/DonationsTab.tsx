import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Panel } from "@shared/components/Panel";
import { lazy, Suspense } from "react";
import { DonationForm } from "./DonationForm";
import * as css from "./donations.module.css";
import { FormBones } from "./FormBones";
import { ReturnBanner } from "./ReturnBanner";
import { type Packages, usePackages } from "./reads";
import { useFollowed } from "./useFollowed";
import { useReturned } from "./useReturned";

const DonationHistory = lazy(() => import("./history/DonationHistory"));
const Deliveries = lazy(() => import("../deliveries/Deliveries"));

/** What coins cost, the way to pay for them, and what came of it. */
export default function DonationsTab() {
  const { data, error } = usePackages();
  const { outcome, id } = useReturned();
  const followed = useFollowed(id, outcome);
  return (
    <div className={css.stack} aria-busy={!data && !error}>
      {outcome && <ReturnBanner outcome={outcome} id={id} followed={followed} coinName={data?.coin_name ?? "coins"} />}
      {data ? <Offer packages={data} /> : error ? <Failed /> : <FormBones />}
      <Suspense fallback={<div className={css.room} />}>
        <DonationHistory />
        <Deliveries />
      </Suspense>
    </div>
  );
}

function Offer({ packages }: { packages: Packages }) {
  if (packages.enabled) return <DonationForm packages={packages} />;
  return (
    <Panel>
      <EmptyState drawing="lantern" title="Donations are closed for now">
        Nothing can be bought at the moment. What you have already paid for is yours.
      </EmptyState>
    </Panel>
  );
}

function Failed() {
  return (
    <Panel>
      <ErrorState title="Failed to load donation data. Please try again." />
    </Panel>
  );
}
