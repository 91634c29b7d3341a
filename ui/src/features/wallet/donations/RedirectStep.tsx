import * as text from "text:donations";
import { providerName } from "@shared/paymentProviders";
import * as css from "./dialog.module.css";
import { formatPesos } from "./money";

export function RedirectStep({ amount, provider }: { amount: number; provider: string }) {
  return (
    <div className={css.redirecting} role="status" aria-busy="true">
      <span className={css.spinner} aria-hidden="true" />
      <p>{text.openingFor({ provider: providerName(provider), amount: <b>{formatPesos(amount)}</b> })}</p>
      <p className={css.hint}>{text.keepOpen}</p>
    </div>
  );
}
