import * as text from "text:donations";
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
        <b>{formatPesos(amount)}</b> <span>{text.once}</span>
      </p>
      <Receipt
        rows={[[text.forCharacter, <bdi key="for">{receiver.name}</bdi>], ...receiptRows(calculation)]}
        settled
      />
      <p className={css.hint}>{text.payHint}</p>
    </>
  );
}
