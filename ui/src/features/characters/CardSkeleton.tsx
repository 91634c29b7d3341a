import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import * as css from "./card.module.css";
import * as identity from "./identity.module.css";

/** Placeholder of a character card, with the same height. */
export function CardSkeleton() {
  return (
    <Panel as="article" className={css.card} aria-hidden="true">
      <header className={identity.identity}>
        <Skeleton className={css.skeletonShield} />
        <div className={identity.names}>
          <Skeleton className={css.skeletonName} />
          <Skeleton className={css.skeletonKind} />
        </div>
      </header>
      <div className={identity.progress}>
        <Skeleton className={css.skeletonBar} />
        <Skeleton className={css.skeletonNote} />
      </div>
      <Skeleton className={css.skeletonKills} />
      <Skeleton className={css.skeletonRows} />
      <Skeleton className={css.skeletonActions} />
    </Panel>
  );
}
