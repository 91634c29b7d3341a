import * as text from "text:donations";
import * as shared from "text:shared";
import { DonationNotes } from "@shared/components/DonationNotes";
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
  onBonus: (coins: number) => void;
  /** The choice of the provider. */
  children: ReactNode;
}

/** Amount, recipient, coins and provider, before payment. */
export function ConfirmStep({ price, currency, receiver, calculation, provider, onBonus, children }: Props) {
  return (
    <>
      <p className={css.price}>
        <b>{price}</b> <span>{text.once({ currency })}</span>
      </p>
      <Receipt
        rows={[[shared.forCharacter, <bdi key="for">{receiver.name}</bdi>], ...receiptRows(calculation)]}
        isSettled
      />
      {calculation && <DonationNotes coins={calculation.total_coins} onBonus={onBonus} />}
      {children}
      <p className={css.hint}>{text.payHint({ provider: providerName(provider) })}</p>
    </>
  );
}
