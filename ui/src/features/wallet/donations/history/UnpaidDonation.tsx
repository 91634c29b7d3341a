import { errorText, post } from "@shared/api/client";
import { AnchorButton, Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Refusal } from "@shared/components/Field";
import { Icon } from "@shared/components/Icon";
import { formatMoment } from "@shared/dates";
import { useState } from "react";
import { mutate } from "swr";
import type { Donation } from "../../queries";
import { formatPesos } from "../money";
import { storePendingDonation } from "../pendingDonation";
import * as css from "./history.module.css";

const reload = () => mutate("/api/player/donations");

/** Continues or cancels a donation that is waiting for its payment. */
export function UnpaidDonation({ donation }: { donation: Donation }) {
  const { id, checkout_url, expires_at } = donation;
  const [asks, setAsks] = useState(false);
  return (
    <div className={css.unpaid}>
      <p>
        {checkout_url && expires_at ? (
          <>
            The payment page is open until{" "}
            <time dateTime={expires_at}>{formatMoment(new Date(expires_at), new Date())}</time>.
          </>
        ) : (
          "The payment page is closed."
        )}{" "}
        Nothing has been charged.
      </p>
      <Button look="ghost" onClick={() => setAsks(true)}>
        <Icon name="close" />
        Cancel
      </Button>
      {checkout_url && (
        <AnchorButton look="primary" href={checkout_url} onClick={() => storePendingDonation(id)}>
          <Icon name="arrow" />
          Continue payment
        </AnchorButton>
      )}
      {asks && <CancelDialog donation={donation} onClose={() => setAsks(false)} />}
    </div>
  );
}

function CancelDialog({ donation, onClose }: { donation: Donation; onClose: () => void }) {
  const [waiting, setWaiting] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const cancel = () => {
    setWaiting(true);
    post<Donation>(`/api/donations/${donation.id}/cancel`).then(reload, (error: unknown) => {
      setRefusal(errorText(error, "Failed to cancel. Please try again."));
      setWaiting(false);
    });
  };
  const actions = (
    <>
      <Button look="ghost" onClick={onClose}>
        Keep it
      </Button>
      <Button look="danger" waiting={waiting} onClick={cancel}>
        Cancel donation
      </Button>
    </>
  );
  return (
    <Dialog title="Cancel this donation?" onClose={onClose} actions={actions}>
      {refusal && <Refusal>{refusal}</Refusal>}
      <p>
        {formatPesos(donation.amount)} for <bdi>{donation.character_name}</bdi>. Nothing has been charged.
      </p>
      <p className={css.hint}>If you have already paid in cash, keep it: a payment still counts when it arrives.</p>
    </Dialog>
  );
}
