import { ApiError, post, spokenText } from "@shared/api/client";
import type { components } from "@shared/api/schema";
import { paths } from "@shared/paths";
import { useEffect, useRef, useState } from "react";
import { isRefusal, newKey } from "../parts/attempt";
import { keepDonation } from "./kept";
import type { Receiver } from "./reads";

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

/** What was asked for, and the key it was asked under. */
interface Attempt {
  key: string;
  wanted: string;
}

/** Two tries may be refused in the same words: each is said. */
export interface Refused {
  words: string;
  tries: number;
}

/**
 * Begins a donation and leaves for the provider's page, whose address the service has checked. One donation a press,
 * whatever is lost on the way: a press that repeats one whose answer never came repeats its key, too.
 */
export function useCheckout() {
  const [leaving, setLeaving] = useState(false);
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const attempt = useRef<Attempt | null>(null);
  const busy = useRef(false);
  const open = useRef(false);

  useEffect(() => {
    open.current = true;
    const stay = () => {
      busy.current = false;
      setLeaving(false);
    };
    // Back from the provider's page the browser may show this one as it was left.
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
    const wanted = JSON.stringify(form);
    if (attempt.current?.wanted !== wanted) attempt.current = { key: newKey(), wanted };
    try {
      const { donation_id, init_point } = await begin(form, attempt.current.key);
      attempt.current = null;
      // Whoever has closed the dialog meanwhile wants to stay.
      if (!open.current) return;
      keepDonation(donation_id);
      window.location.assign(init_point);
    } catch (error) {
      if (isRefusal(error)) attempt.current = null;
      busy.current = false;
      const words = spokenText(error, "Failed to create donation");
      setRefusal((before) => ({ words, tries: (before?.tries ?? 0) + 1 }));
      setLeaving(false);
    }
  };

  return { leaving, refusal, leave, forget: () => setRefusal(null) };
}

/** An answer that was lost is asked for once more at once: under the same key it is the same donation. */
async function begin(form: DonationForm, key: string): Promise<Begun> {
  const send = () => post<Begun>("/api/donations/create", form, { "Idempotency-Key": key });
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    return send();
  }
}
