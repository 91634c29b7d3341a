import * as text from "text:donations";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import * as utility from "@shared/styles/utility.module.css";
import * as css from "./donations.module.css";
import { Receipt, receiptRows } from "./Receipt";

const PACKAGES = [0, 1, 2, 3, 4];

/** Placeholder of the form in its final size. */
export function DonationFormSkeleton() {
  return (
    <div className={css.form}>
      <div className={utility.hidden} role="status">
        {text.loading}
      </div>
      <Panel padded className={css.amount}>
        <h2>{text.support}</h2>
        <p className={css.price}>
          <Skeleton className={css.skeletonPrice} />
        </p>
        <Skeleton className={css.skeletonSlide} />
        <div className={css.packs}>
          {PACKAGES.map((index) => (
            <Skeleton key={index} className={css.skeletonPack} />
          ))}
        </div>
      </Panel>
      <Panel padded className={css.calculation}>
        <h3>{text.receive}</h3>
        <Skeleton className={css.skeletonBought} />
        <Receipt rows={receiptRows(undefined)} isSettled />
        <Skeleton className={css.skeletonButton} />
        <p className={css.hint}>{text.next}</p>
      </Panel>
    </div>
  );
}
