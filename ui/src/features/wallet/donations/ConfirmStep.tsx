import type { Calculation, Receiver } from "../queries";
import * as css from "./dialog.module.css";
import { formatPesos } from "./money";
import { Receipt, receiptRows } from "./Receipt";

interface Props {
  amount: number;
  receiver: Receiver;
  calculation: Calculation | undefined;
}

/** Amount, recipient and coins, before payment. */
export function ConfirmStep({ amount, receiver, calculation }: Props) {
  return (
    <>
      <p className={css.price}>
        <b>{formatPesos(amount)}</b> <span>ARS, one-time</span>
      </p>
      <Receipt rows={[["For", <bdi key="for">{receiver.name}</bdi>], ...receiptRows(calculation)]} settled />
      <p className={css.hint}>You'll pay on Mercado Pago. We never see your card details.</p>
    </>
  );
}
