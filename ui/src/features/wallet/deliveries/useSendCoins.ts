import * as text from "text:deliveries";
import { postWithKey, useIdempotencyKey, wasRejected } from "@shared/api/idempotencyKey";
import type { components } from "@shared/api/schema";
import { onlyProblems } from "@shared/forms/rules";
import { useSubmitForm } from "@shared/forms/useSubmitForm";
import { refreshMoney } from "@shared/stores/refresh";
import { useState } from "react";
import { amountProblem } from "./amount";
import { refreshDeliveries } from "./useDeliveries";

type DeliveryForm = components["schemas"]["DeliveryForm"];

interface SendValues {
  character_id: string;
  amount: string;
}

/**
 * Sends coins once per press: a press after a lost response repeats the idempotency key. `unsure`: the outcome of the
 * last request is unknown.
 */
export function useSendCoins(receiver: string, available: number) {
  const idempotency = useIdempotencyKey();
  const [unsure, setUnsure] = useState(false);

  const send = async (values: SendValues) => {
    const form = toForm(values);
    setUnsure(false);
    try {
      await postWithKey("/api/player/deliveries", form, idempotency.keyFor(form));
    } catch (error) {
      if (wasRejected(error)) {
        idempotency.settle();
        refreshMoney();
      } else setUnsure(true);
      throw error;
    }
    idempotency.settle();
    void refreshDeliveries();
    refreshMoney();
  };

  // A repeated request may exceed the balance it has already reduced; the service decides.
  const check = (values: SendValues) =>
    onlyProblems<SendValues>({
      amount: idempotency.isPending(toForm(values)) ? undefined : amountProblem(values.amount, available),
    });

  const change = useSubmitForm<SendValues>({
    blank: { character_id: receiver, amount: "" },
    check,
    send,
    fallback: text.sendFailed,
  });
  return { ...change, unsure };
}

const toForm = ({ character_id, amount }: SendValues): DeliveryForm => ({
  character_id: Number(character_id),
  amount: Number(amount),
});
