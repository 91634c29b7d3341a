import * as text from "text:donations";
import { providerName } from "@shared/paymentProviders";
import * as css from "./dialog.module.css";

export function RedirectStep({ price, provider }: { price: string; provider: string }) {
  return (
    <div className={css.redirecting} role="status" aria-busy="true">
      <span className={css.spinner} aria-hidden="true" />
      <p>{text.openingFor({ provider: providerName(provider), amount: <b>{price}</b> })}</p>
      <p className={css.hint}>{text.keepOpen}</p>
    </div>
  );
}
