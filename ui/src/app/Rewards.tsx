import { Referrals } from "@extras/referrals/Referrals";
import { Votes } from "@extras/votes/Votes";
import { useSite } from "@shared/api/useSite";
import * as css from "./rewards.module.css";

/** Coins without a payment, as far as the site gives them. */
export default function Rewards() {
  const { votes, referrals } = useSite().data ?? {};
  return (
    <div className={css.rewards}>
      {votes && <Votes />}
      {referrals && <Referrals />}
    </div>
  );
}
