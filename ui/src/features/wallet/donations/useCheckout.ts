import * as text from "text:donations";
import { errorText } from "@shared/api/errorText";
import { postWithRetry, useIdempotencyKey, wasRejected } from "@shared/api/idempotencyKey";
import type { components } from "@shared/api/schema";
import { prefixOf } from "@shared/language";
import { paths } from "@shared/paths";
import { useRefresh } from "@shared/stores/refresh";
import { useAlert } from "@shared/useAlert";
import { useEffect, useRef, useState } from "react";
import type { Receiver } from "../queries";
import { storePendingDonation } from "./pendingDonation";

type DonationCreated = components["schemas"]["CreatedDonation"];
type DonationForm = components["schemas"]["DonationForm"];

/** The player returns to the page in its language. */
const returnUrl = (status: string) => `${prefixOf(location.pathname)}${paths.player}?tab=donations&status=${status}`;

const toForm = (amount: number, { id, name }: Receiver): Omit<DonationForm, "provider" | "bonus_coins"> => ({
  amount,
  character_id: id,
  character_name: name,
  success_url: returnUrl("success"),
  failure_url: returnUrl("failure"),
  pending_url: returnUrl("pending"),
});

/**
 * Creates a donation and opens the payment page, whose address the service has checked. A press after a lost response
 * repeats the idempotency key, so one press creates one donation.
 */
export function useCheckout() {
  const [leaving, setLeaving] = useState(false);
  const { alert: refusal, showAlert, clearAlert: clearRefusal } = useAlert();
  const idempotency = useIdempotencyKey();
  const busy = useRef(false);
  const isMounted = useRef(false);

  useEffect(() => {
    isMounted.current = true;
    const stay = () => {
      busy.current = false;
      setLeaving(false);
    };
    // The back/forward cache may restore this page as it was left.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && stay();
    window.addEventListener("pageshow", onPageShow);
    return () => {
      isMounted.current = false;
      window.removeEventListener("pageshow", onPageShow);
    };
  }, []);

  /** `bonus`: coins beside those of the amount that were shown. Without `provider`, the service takes the only one. */
  const startCheckout = async (amount: number, receiver: Receiver, bonus: number, provider?: string) => {
    if (busy.current) return;
    busy.current = true;
    setLeaving(true);
    const choices = { ...(bonus > 0 && { bonus_coins: bonus }), ...(provider && { provider }) };
    const form = { ...toForm(amount, receiver), ...choices };
    try {
      const key = idempotency.keyFor(form);
      const { donation_id, init_point } = await postWithRetry<DonationCreated>("/api/donations/create", form, key);
      idempotency.settle();
      // The dialog was closed: stay on the page.
      if (!isMounted.current) return;
      storePendingDonation(donation_id);
      window.location.assign(init_point);
    } catch (error) {
      if (wasRejected(error)) idempotency.settle();
      useRefresh.getState().trigger("bonus");
      busy.current = false;
      showAlert(errorText(error, text.createFailed));
      setLeaving(false);
    }
  };

  return { leaving, refusal, startCheckout, clearRefusal };
}
