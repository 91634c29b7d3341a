import * as text from "text:rankings";
import { classes } from "@shared/components/classes";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { formatNumber } from "@shared/format";
import * as css from "./movement.module.css";

/** Places gained; null: not ranked at the start. */
export function Movement({ change }: { change: number | null | undefined }) {
  const [look, shown, spoken] = described(change);
  return (
    <span className={classes(css.movement, look)}>
      <span aria-hidden="true">{shown}</span>
      <VisuallyHidden> {spoken}</VisuallyHidden>
    </span>
  );
}

function described(change: number | null | undefined): [string | undefined, string, string] {
  if (change == null) return [css.new, text.newcomer, text.newcomer];
  const total = formatNumber(Math.abs(change));
  if (change > 0) return [css.up, total, text.up({ total })];
  if (change < 0) return [css.down, total, text.down({ total })];
  return [undefined, "", text.unchanged];
}
