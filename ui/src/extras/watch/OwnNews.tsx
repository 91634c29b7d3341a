import * as text from "text:watch";
import { useGet } from "@shared/api/useGet";
import { OlderButton, useOlderPages } from "@shared/components/OlderPages";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { useEffect } from "react";
import { NEWS } from "./answers";
import { NewsDays } from "./NewsDays";
import { markRead } from "./read";
import * as css from "./watch.module.css";

/** News of the account and its stars. What is shown here counts as read once the page is left or hidden. */
export function OwnNews() {
  const { data, error } = useGet(NEWS);
  const older = useOlderPages(data, NEWS);
  const until = data && data.unread > 0 ? data.as_of : null;
  useEffect(() => {
    if (until === null) return;
    const onHide = () => document.visibilityState === "hidden" && void markRead(until);
    document.addEventListener("visibilitychange", onHide);
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      void markRead(until);
    };
  }, [until]);
  const days = older.pages.flatMap((page) => page.days);
  return (
    <Panel className={css.news} aria-labelledby="news" aria-busy={!data && !error}>
      <h2 id="news">{text.news}</h2>
      {error && !data ? (
        <p role="alert" className={css.none}>
          {text.newsFailed}
        </p>
      ) : !data ? (
        <Skeleton className={css.skeleton} />
      ) : days.length === 0 ? (
        <p className={css.none}>{text.noNews}</p>
      ) : (
        <NewsDays days={days} />
      )}
      {older.state === "failed" && (
        <p role="alert" className={css.none}>
          {text.newsFailed}
        </p>
      )}
      <OlderButton older={older} className={css.older} />
    </Panel>
  );
}
