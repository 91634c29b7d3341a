import { spokenText } from "@shared/api/client";
import { postWithRetry, useIdempotencyKey, wasRejected } from "@shared/api/idempotencyKey";
import type { components } from "@shared/api/schema";
import { paths } from "@shared/paths";
import { useEffect, useRef, useState } from "react";
import type { Receiver } from "../queries";
import { storePendingDonation } from "./pendingDonation";

type Begun = components["schemas"]["Begun"];
type DonationForm = components["schemas"]["DonationForm"];

const back = (status: string) => `${paths.player}?tab=donations&status=${status}`;

const toForm = (amount: number, { id, name }: Receiver): DonationForm => ({
  amount,
  character_id: id,
  character_name: name,
  success_url: back("success"),
  failure_url: back("failure"),
  pending_url: back("pending"),
});

/** `tries` makes each refusal a new alert, also with the same text. */
export interface Refused {
  words: string;
  tries: number;
}

/**
 * Creates a donation and opens the payment page, whose address the service has checked. A press after a lost response
 * repeats the idempotency key, so one press creates one donation.
 */
export function useCheckout() {
  const [leaving, setLeaving] = useState(false);
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const idempotency = useIdempotencyKey();
  const busy = useRef(false);
  const open = useRef(false);

  useEffect(() => {
    open.current = true;
    const stay = () => {
      busy.current = false;
      setLeaving(false);
    };
    // The back/forward cache may restore this page as it was left.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && stay();
    window.addEventListener("pageshow", onPageShow);
    return () => {
      open.current = false;
      window.removeEventListener("pageshow", onPageShow);
    };
  }, []);

  const leave = async (amount: number, receiver: Receiver) => {
    if (busy.current) return;
    busy.current = true;
    setLeaving(true);
    const form = toForm(amount, receiver);
    try {
      const key = idempotency.keyFor(form);
      const { donation_id, init_point } = await postWithRetry<Begun>("/api/donations/create", form, key);
      idempotency.settle();
      // The dialog was closed: stay on the page.
      if (!open.current) return;
      storePendingDonation(donation_id);
      window.location.assign(init_point);
    } catch (error) {
      if (wasRejected(error)) idempotency.settle();
      busy.current = false;
      const words = spokenText(error, "Failed to create donation");
      setRefusal((before) => ({ words, tries: (before?.tries ?? 0) + 1 }));
      setLeaving(false);
    }
  };

  return { leaving, refusal, leave, forget: () => setRefusal(null) };
}
