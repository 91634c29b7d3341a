import * as text from "text:donations";
import * as shared from "text:shared";
import { providerName } from "@shared/paymentProviders";
import type { ReactNode } from "react";
import type { Calculation, Receiver } from "../queries";
import * as css from "./dialog.module.css";
import { Receipt, receiptRows } from "./Receipt";

interface Props {
  price: string;
  currency: string;
  receiver: Receiver;
  calculation: Calculation | undefined;
  provider: string;
  /** The choice of the provider. */
  children: ReactNode;
}

/** Amount, recipient, coins and provider, before payment. */
export function ConfirmStep({ price, currency, receiver, calculation, provider, children }: Props) {
  return (
    <>
      <p className={css.price}>
        <b>{price}</b> <span>{text.once({ currency })}</span>
      </p>
      <Receipt
        rows={[[shared.forCharacter, <bdi key="for">{receiver.name}</bdi>], ...receiptRows(calculation)]}
        isSettled
      />
      {children}
      <p className={css.hint}>{text.payHint({ provider: providerName(provider) })}</p>
    </>
  );
}
