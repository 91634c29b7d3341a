import * as text from "text:character";
import { formatNumber } from "@shared/format";
import * as utility from "@shared/styles/utility.module.css";
import * as css from "./character.module.css";

interface Props {
  /** Places gained; null: unknown. */
  change: number | null;
  /** "today" */
  since: string;
}

/** A triangle and the places gained or lost. */
export function Movement({ change, since }: Props) {
  if (change === null) return null;
  const direction = change > 0 ? "up" : change < 0 ? "down" : "same";
  const spoken = { up: text.up, down: text.fallen, same: text.unchanged }[direction];
  return (
    <span className={css.movement} data-direction={direction}>
      <span className={utility.hidden}>{spoken} </span>
      {change !== 0 && `${formatNumber(Math.abs(change))} ${since}`}
    </span>
  );
}
