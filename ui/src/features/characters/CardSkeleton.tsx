import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import * as css from "./card.module.css";

/** Placeholder of a character card, with the same height. */
export function CardSkeleton() {
  return (
    <Panel as="article" className={css.card} aria-hidden="true">
      <header className={css.head}>
        <Skeleton className={css.boneShield} />
        <div className={css.named}>
          <Skeleton className={css.boneName} />
          <Skeleton className={css.boneKind} />
        </div>
      </header>
      <div className={css.progress}>
        <Skeleton className={css.boneBar} />
        <Skeleton className={css.boneNote} />
      </div>
      <Skeleton className={css.boneKills} />
      <Skeleton className={css.boneRows} />
      <Skeleton className={css.boneActions} />
    </Panel>
  );
}
