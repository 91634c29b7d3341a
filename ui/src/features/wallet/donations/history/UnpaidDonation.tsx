import * as text from "text:donations";
import * as shared from "text:shared";
import { post } from "@shared/api/client";
import { AnchorButton, Button } from "@shared/components/Button";
import { ConfirmDialog } from "@shared/components/ConfirmDialog";
import { Icon } from "@shared/components/Icon";
import { formatMomentWithin } from "@shared/dates";
import { donationPrice } from "@shared/money";
import { providerName } from "@shared/paymentProviders";
import { useState } from "react";
import { mutate } from "swr";
import type { Donation } from "../../queries";
import { storePendingDonation } from "../pendingDonation";
import * as css from "./history.module.css";

const reload = () => mutate("/api/player/donations");

/** Continues or cancels a donation that is waiting for its payment. */
export function UnpaidDonation({ donation }: { donation: Donation }) {
  const { id, provider, checkout_url, expires_at } = donation;
  const [asks, setAsks] = useState(false);
  return (
    <div className={css.unpaid}>
      <p>
        {checkout_url && expires_at
          ? text.openUntil({
              time: <time dateTime={expires_at}>{formatMomentWithin(new Date(expires_at), new Date())}</time>,
            })
          : text.pageClosed}
      </p>
      <Button look="ghost" onClick={() => setAsks(true)}>
        <Icon name="close" />
        {shared.cancel}
      </Button>
      {checkout_url && (
        <AnchorButton look="primary" href={checkout_url} onClick={() => storePendingDonation(id)}>
          <Icon name="arrow" />
          {text.continuePayment({ provider: providerName(provider) })}
        </AnchorButton>
      )}
      {asks && <CancelDialog donation={donation} onClose={() => setAsks(false)} />}
    </div>
  );
}

function CancelDialog({ donation, onClose }: { donation: Donation; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={text.cancelTitle}
      action={text.cancelDonation}
      cancel={text.keep}
      look="danger"
      send={() => post<Donation>(`/api/donations/${donation.id}/cancel`).then(reload)}
      fallback={text.cancelFailed}
      onClose={onClose}
    >
      <p>
        {text.cancelFacts({
          amount: donationPrice(donation),
          name: <bdi>{donation.character_name}</bdi>,
        })}
      </p>
      <p className={css.hint}>{text.cancelCash}</p>
    </ConfirmDialog>
  );
}
