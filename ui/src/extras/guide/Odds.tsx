import { formatChance, formatOdds } from "./chances";
import * as css from "./guide.module.css";

/** "1 in 4.2", and the same in percent. */
export const Odds = ({ chance }: { chance: number }) => (
  <span className={css.odds}>
    {formatOdds(chance)} {chance < 1 && <small>{formatChance(chance)}</small>}
  </span>
);
