import { classes } from "@shared/components/classes";
import type { Tier } from "./queries";
import { TIERS } from "./tiers";
import * as css from "./tiers.module.css";

/** A prize tier with icon and name in its colour. */
export function TierName({ tier }: { tier: Tier }) {
  const { name, mark, key } = TIERS[tier];
  return (
    <span className={classes(css.name, css[key])}>
      <img src={mark} width="30" height="30" alt="" />
      {name}
    </span>
  );
}
