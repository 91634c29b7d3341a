import { Toggletip } from "./Toggletip";
import * as css from "./toggletip.module.css";

/** A dash for a missing value; the tooltip and the accessible name give the reason. */
export function EmptyValue({ why }: { why: string }) {
  return (
    <Toggletip className={css.dash} tip={why} aria-label={`None. ${why}`} aria-describedby={undefined}>
      –
    </Toggletip>
  );
}
