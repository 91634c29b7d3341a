import * as shared from "text:shared";
import * as css from "./player.module.css";

/** Shown while the session is restored and while a tab's code loads. */
export function Loading() {
  return (
    <p className={css.loading} role="status">
      {shared.loadingDashboard}
    </p>
  );
}
