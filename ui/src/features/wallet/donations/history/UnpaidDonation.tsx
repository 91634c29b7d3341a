import * as text from "text:donations";
import { errorText, post } from "@shared/api/client";
import { AnchorButton, Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Refusal } from "@shared/components/Field";
import { Icon } from "@shared/components/Icon";
import { formatMoment } from "@shared/dates";
import { providerName } from "@shared/paymentProviders";
import { useState } from "react";
import { mutate } from "swr";
import type { Donation } from "../../queries";
import { formatPrice } from "../money";
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
              time: <time dateTime={expires_at}>{formatMoment(new Date(expires_at), new Date())}</time>,
            })
          : text.pageClosed}
      </p>
      <Button look="ghost" onClick={() => setAsks(true)}>
        <Icon name="close" />
        {text.cancel}
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
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const cancel = () => {
    setBusy(true);
    post<Donation>(`/api/donations/${donation.id}/cancel`).then(reload, (error: unknown) => {
      setRefusal(errorText(error, text.cancelFailed));
      setBusy(false);
    });
  };
  const actions = (
    <>
      <Button look="ghost" onClick={onClose}>
        {text.keep}
      </Button>
      <Button look="danger" busy={isBusy} onClick={cancel}>
        {text.cancelDonation}
      </Button>
    </>
  );
  return (
    <Dialog title={text.cancelTitle} onClose={onClose} actions={actions}>
      {refusal && <Refusal>{refusal}</Refusal>}
      <p>
        {text.cancelFacts({
          amount: formatPrice(donation.amount, donation.currency),
          name: <bdi>{donation.character_name}</bdi>,
        })}
      </p>
      <p className={css.hint}>{text.cancelCash}</p>
    </Dialog>
  );
}
