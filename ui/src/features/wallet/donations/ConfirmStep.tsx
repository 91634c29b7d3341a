import * as text from "text:donations";
import { providerName } from "@shared/paymentProviders";
import type { ReactNode } from "react";
import type { Calculation, Receiver } from "../queries";
import * as css from "./dialog.module.css";
import { formatPesos } from "./money";
import { Receipt, receiptRows } from "./Receipt";

interface Props {
  amount: number;
  receiver: Receiver;
  calculation: Calculation | undefined;
  provider: string;
  /** The choice of the provider. */
  children: ReactNode;
}

/** Amount, recipient, coins and provider, before payment. */
export function ConfirmStep({ amount, receiver, calculation, provider, children }: Props) {
  return (
    <>
      <p className={css.price}>
        <b>{formatPesos(amount)}</b> <span>{text.once}</span>
      </p>
      <Receipt
        rows={[[text.forCharacter, <bdi key="for">{receiver.name}</bdi>], ...receiptRows(calculation)]}
        settled
      />
      {children}
      <p className={css.hint}>{text.payHint({ provider: providerName(provider) })}</p>
    </>
  );
}
