import rewards from "panels:rewards";
import { Panels } from "@shared/panels";
import * as css from "./rewards.module.css";

/** Coins without a payment, as far as the site gives them. */
export default function Rewards() {
  return (
    <div className={css.rewards}>
      <Panels of={rewards} />
    </div>
  );
}
