import * as css from "./dialog.module.css";
import { formatPesos } from "./money";

export function RedirectStep({ amount }: { amount: number }) {
  return (
    <div className={css.leaving} role="status" aria-busy="true">
      <span className={css.spinner} aria-hidden="true" />
      <p>
        Opening the payment page for <b>{formatPesos(amount)}</b>.
      </p>
      <p className={css.hint}>Please leave this window open. When you have paid you come back here by yourself.</p>
    </div>
  );
}
