import { Skeleton } from "@shared/components/Skeleton";
import * as css from "./story.module.css";

/** Two panels of the size of the story. */
export const StorySkeleton = () => (
  <div className={css.story}>
    <Skeleton className={css.skeleton} />
    <Skeleton className={css.skeleton} />
  </div>
);
