import * as text from "text:donations";
import * as shared from "text:shared";
import { Banner } from "@shared/components/Banner";
import { Button } from "@shared/components/Button";
import { Icon } from "@shared/components/Icon";
import { useState } from "react";
import type { Outcome } from "./checkoutReturn";
import * as css from "./donations.module.css";
import { describeDonation } from "./messages";
import type { DonationStatus } from "./useDonationStatus";

const LOOKS = {
  success: { title: text.outcomes.success, tone: "good", icon: "check" },
  failure: { title: text.outcomes.failure, tone: "bad", icon: "alert" },
  pending: { title: text.outcomes.pending, tone: "wait", icon: "clock" },
  cancelled: { title: text.outcomes.cancelled, tone: "note", icon: "info" },
} as const;

interface Props {
  outcome: Outcome;
  id: string | null;
  donationStatus: DonationStatus;
  coinName: string;
}

/** The title follows the `status` parameter, the sentence under it what the service says. A cancelled one has not failed. */
export function ReturnBanner({ outcome, id, donationStatus, coinName }: Props) {
  const [open, setOpen] = useState(true);
  if (!open) return null;
  const isCancelled = outcome === "failure" && donationStatus.donation?.failure === "cancelled";
  const dismiss = () => {
    setOpen(false);
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  const action = (
    <Button look="ghost" icon aria-label={shared.dismiss} onClick={dismiss}>
      <Icon name="close" />
    </Button>
  );
  return (
    <div className={css.banner}>
      <Banner {...LOOKS[isCancelled ? "cancelled" : outcome]} action={action}>
        {describeDonation(id, donationStatus, coinName)}
      </Banner>
    </div>
  );
}
