import * as text from "text:roulette";
import { classes } from "@shared/components/classes";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import * as utility from "@shared/styles/utility.module.css";
import * as css from "./play.module.css";

/** Placeholder of the tab in its final size. */
export function RouletteSkeleton() {
  return (
    <div className={css.stack} aria-busy="true">
      <div className={utility.hidden} role="status">
        {text.loading}
      </div>
      <div className={css.play}>
        <div className={css.stage}>
          <Skeleton className={css.skeletonWheel} />
        </div>
        <div className={css.side}>
          <div className={css.result}>
            <Skeleton className={css.skeletonPrize} />
          </div>
          <Panel padded className={css.panel}>
            <Skeleton className={css.skeletonRows} />
            <Skeleton className={css.skeletonButton} />
            <Skeleton className={classes(css.skeletonHint, css.usual)} />
          </Panel>
        </div>
      </div>
      <Panel className={css.skeletonStrip} />
      <div className={css.columns}>
        <Panel className={css.skeletonTable} />
        <Panel className={css.skeletonTable} />
      </div>
      <Panel className={css.skeletonFairness} />
    </div>
  );
}
