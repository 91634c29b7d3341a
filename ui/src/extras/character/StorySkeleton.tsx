import { Skeleton } from "@shared/components/Skeleton";
import * as css from "./story.module.css";

/** Keeps the place of the story while it loads. */
export const StorySkeleton = () => <Skeleton className={css.skeleton} />;
