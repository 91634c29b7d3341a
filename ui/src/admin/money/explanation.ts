import * as text from "text:adminExplanations";
import * as shared from "text:shared";
import type { Body } from "../api/useAdmin";

type Explanation = Body<"Explanation">;
type Payment = Body<"ExplainedPayment">;

/** Explains a donation in the operator's language; the status is in the provider's words. */
export function explanation({ cause, coins = 0, payments = [] }: Explanation): string {
  switch (cause) {
    case "mismatch":
      return mismatch(payments[0], coins);
    case "unpaid":
      return text.causes.unpaid({ payments: payments.map(paymentText).join(", ") });
    case "credited":
    case "partly_refunded":
      return text.causes[cause]({ coins: shared.coinCount({ count: coins }) });
    default:
      return text.causes[cause];
  }
}

function mismatch(payment: Payment | undefined, coins: number): string {
  return text.causes.mismatch({
    payments: payment ? `${payment.payment} (${payment.status})` : "",
    reason: text.reasons[(payment?.mismatch ?? "reference") as keyof typeof text.reasons],
    coins: coins ? text.stay({ count: coins }) : text.noCoins,
  });
}

const paymentText = ({ payment, status, detail }: Payment): string => `${payment} ${status} (${detail})`;
