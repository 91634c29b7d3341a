import * as text from "text:inventory";
import { Skeleton } from "@shared/components/Skeleton";
import { useEffect, useState } from "react";
import { ItemSkeletons } from "./ItemList";
import * as css from "./inventory.module.css";

const LONG_MS = 3000;

/**
 * Without an index on the game's items table the first read takes up to 30 seconds, so a second text explains the
 * wait.
 */
export function InventorySkeleton() {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const wait = window.setTimeout(() => setLong(true), LONG_MS);
    return () => window.clearTimeout(wait);
  }, []);
  return (
    <div className={css.loading} aria-busy="true">
      <div className={css.skeletonTabs}>
        <Skeleton />
        <Skeleton />
      </div>
      <p role="status">{long ? text.stillLoading : text.loading}</p>
      <ItemSkeletons />
      <Skeleton className={css.skeletonPager} />
    </div>
  );
}
