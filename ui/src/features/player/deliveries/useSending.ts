import { post } from "@shared/api/client";
import type { components } from "@shared/api/schema";
import { onlyProblems } from "@shared/forms/rules";
import { useRef, useState } from "react";
import { isRefusal, newKey } from "../parts/attempt";
import { useChange } from "../profile/useChange";
import { amountProblem } from "./amount";
import { refreshDeliveries, refreshMoney } from "./useDeliveries";

type DeliveryForm = components["schemas"]["DeliveryForm"];

export interface SendValues {
  character_id: string;
  amount: string;
}

/** What was asked for, and the key it was asked under. */
interface Attempt {
  key: string;
  wanted: string;
}

/**
 * Sends coins once for each press, whatever is lost on the way: a press that repeats one whose answer never came repeats
 * its key, too. `unsure`: it is not known whether the coins have been sent.
 */
export function useSending(receiver: string, available: number) {
  const attempt = useRef<Attempt | null>(null);
  const [unsure, setUnsure] = useState(false);

  const send = async (values: SendValues) => {
    const form = toForm(values);
    const wanted = JSON.stringify(form);
    if (attempt.current?.wanted !== wanted) attempt.current = { key: newKey(), wanted };
    setUnsure(false);
    try {
      await post("/api/player/deliveries", form, { "Idempotency-Key": attempt.current.key });
    } catch (error) {
      if (isRefusal(error)) {
        attempt.current = null;
        refreshMoney();
      } else setUnsure(true);
      throw error;
    }
    void refreshDeliveries();
    refreshMoney();
  };

  // What may have been sent already may be more than is left: whether it was, only the service can tell.
  const isRepeated = (values: SendValues) => attempt.current?.wanted === JSON.stringify(toForm(values));
  const check = (values: SendValues) =>
    onlyProblems<SendValues>({
      amount: isRepeated(values) ? undefined : amountProblem(values.amount, available),
    });

  const change = useChange<SendValues>({
    blank: { character_id: receiver, amount: "" },
    check,
    send,
    fallback: "Failed to send coins",
  });
  return { ...change, unsure };
}

const toForm = ({ character_id, amount }: SendValues): DeliveryForm => ({
  character_id: Number(character_id),
  amount: Number(amount),
});
