import { WREATHS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import * as css from "./gains.module.css";

/** A rank in a short board; the first have a wreath. */
export function Rank({ rank }: { rank: number }) {
  const wreath = WREATHS[rank - 1];
  return (
    <span className={css.rank}>
      {wreath ? <img src={wreath} width={34} height={34} alt={`#${rank}`} /> : formatNumber(rank)}
    </span>
  );
}
