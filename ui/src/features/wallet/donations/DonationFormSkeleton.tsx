import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import * as utility from "@shared/styles/utility.module.css";
import * as css from "./donations.module.css";
import { Receipt, receiptRows } from "./Receipt";

const PACKAGES = [0, 1, 2, 3, 4];

/** Placeholder of the form in its final size. */
export function DonationFormSkeleton() {
  return (
    <div className={css.give}>
      <div className={utility.hidden} role="status">
        Loading donations
      </div>
      <Panel padded className={css.amount}>
        <h2>Support the server</h2>
        <p className={css.price}>
          <Skeleton className={css.bonePrice} />
        </p>
        <Skeleton className={css.boneSlide} />
        <div className={css.packs}>
          {PACKAGES.map((each) => (
            <Skeleton key={each} className={css.bonePack} />
          ))}
        </div>
      </Panel>
      <Panel padded className={css.calculation}>
        <h3>What you receive</h3>
        <Skeleton className={css.boneBought} />
        <Receipt rows={receiptRows(undefined)} settled />
        <Skeleton className={css.boneButton} />
        <p className={css.hint}>Next you choose the character, then see it all once more before you pay.</p>
      </Panel>
    </div>
  );
}
