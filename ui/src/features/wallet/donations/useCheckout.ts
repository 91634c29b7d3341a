import * as text from "text:donations";
import { ApiError } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import { postWithRetry, useIdempotencyKey, wasRejected } from "@shared/api/idempotencyKey";
import type { components } from "@shared/api/schema";
import { prefixOf } from "@shared/language";
import { paths } from "@shared/paths";
import { useRefresh } from "@shared/stores/refresh";
import { useAlert } from "@shared/useAlert";
import { useEffect, useRef, useState } from "react";
import type { Price, Receiver } from "../queries";
import { storePendingDonation } from "./pendingDonation";

type DonationCreated = components["schemas"]["CreatedDonation"];
type DonationForm = components["schemas"]["DonationForm"];

/** The player returns to the page in its language. */
const returnUrl = (status: string) => `${prefixOf(location.pathname)}${paths.player}?tab=donations&status=${status}`;

type FormFields = Omit<DonationForm, "provider" | "bonus_coins" | "amount" | "amount_minor" | "currency">;

const toForm = ({ packages, amount }: Price, { id, name }: Receiver): FormFields & Partial<DonationForm> => ({
  ...(packages.listed ? { amount_minor: amount, currency: packages.currency } : { amount }),
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

  /**
   * `bonus`: coins beside those of the amount that were shown. Without `provider`, the service takes the only one. Returns
   * false if the provider does not take the currency.
   */
  const startCheckout = async (
    price: Price,
    receiver: Receiver,
    bonus: number,
    provider?: string,
  ): Promise<boolean> => {
    if (busy.current) return true;
    busy.current = true;
    setLeaving(true);
    const choices = { ...(bonus > 0 && { bonus_coins: bonus }), ...(provider && { provider }) };
    const form = { ...toForm(price, receiver), ...choices };
    try {
      const key = idempotency.keyFor(form);
      const { donation_id, init_point } = await postWithRetry<DonationCreated>("/api/donations/create", form, key);
      idempotency.settle();
      // The dialog was closed: stay on the page.
      if (!isMounted.current) return true;
      storePendingDonation(donation_id);
      window.location.assign(init_point);
    } catch (error) {
      if (wasRejected(error)) idempotency.settle();
      useRefresh.getState().trigger("bonus");
      busy.current = false;
      showAlert(errorText(error, text.createFailed));
      setLeaving(false);
      return !(error instanceof ApiError && error.code === "currency_refused");
    }
    return true;
  };

  return { leaving, refusal, startCheckout, clearRefusal };
}
