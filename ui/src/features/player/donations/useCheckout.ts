import { post, spokenText } from "@shared/api/client";
import type { components } from "@shared/api/schema";
import { paths } from "@shared/paths";
import { useEffect, useRef, useState } from "react";
import { keepDonation } from "./kept";
import type { Receiver } from "./reads";

type Begun = components["schemas"]["Begun"];
type DonationForm = components["schemas"]["DonationForm"];

const back = (status: string) => `${paths.player}?tab=donations&status=${status}`;

const begin = (amount: number, { id, name }: Receiver) =>
  post<Begun>("/api/donations/create", {
    amount,
    character_id: id,
    character_name: name,
    success_url: back("success"),
    failure_url: back("failure"),
    pending_url: back("pending"),
  } satisfies DonationForm);

/** Two tries may be refused in the same words: each is said. */
export interface Refused {
  words: string;
  tries: number;
}

/** Begins a donation, once, and leaves for the provider's page, whose address the service has checked. */
export function useCheckout() {
  const [leaving, setLeaving] = useState(false);
  const [refusal, setRefusal] = useState<Refused | null>(null);
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
    try {
      const { donation_id, init_point } = await begin(amount, receiver);
      // Whoever has closed the dialog meanwhile wants to stay.
      if (!open.current) return;
      keepDonation(donation_id);
      window.location.assign(init_point);
    } catch (error) {
      busy.current = false;
      const words = spokenText(error, "Failed to create donation");
      setRefusal((before) => ({ words, tries: (before?.tries ?? 0) + 1 }));
      setLeaving(false);
    }
  };

  return { leaving, refusal, leave, forget: () => setRefusal(null) };
}
