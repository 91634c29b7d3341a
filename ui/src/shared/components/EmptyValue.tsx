import * as shared from "text:shared";
import { Toggletip } from "./Toggletip";
import * as css from "./toggletip.module.css";

/** A dash for a missing value; the tooltip and the accessible name give the reason. */
export function EmptyValue({ reason }: { reason: string }) {
  return (
    <Toggletip className={css.empty} tip={reason} aria-label={shared.none({ reason })} aria-describedby={undefined}>
      –
    </Toggletip>
  );
}
