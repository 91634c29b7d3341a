import * as css from "./dialog.module.css";
import { formatPesos } from "./money";

export function RedirectStep({ amount }: { amount: number }) {
  return (
    <div className={css.redirecting} role="status" aria-busy="true">
      <span className={css.spinner} aria-hidden="true" />
      <p>
        Opening the payment page for <b>{formatPesos(amount)}</b>.
      </p>
      <p className={css.hint}>Keep this tab open. You'll return here after paying.</p>
    </div>
  );
}
