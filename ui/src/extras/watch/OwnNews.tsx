import * as shared from "text:shared";
import * as text from "text:watch";
import { get } from "@shared/api/client";
import { address, useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { useEffect, useState } from "react";
import { NEWS, type News } from "./answers";
import { NewsDays } from "./NewsDays";
import { markRead } from "./read";
import * as css from "./watch.module.css";

/** News of the account and its stars. What is shown here counts as read once the page is left or hidden. */
export function OwnNews() {
  const { data, error } = useGet(NEWS);
  const [older, setOlder] = useState<readonly News[]>([]);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
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
  const next = (older.at(-1) ?? data)?.next ?? null;
  const load = async () => {
    setState("loading");
    try {
      const page = await get<News>(address(NEWS, { before: next }));
      setOlder([...older, page]);
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  const days = [...(data?.days ?? []), ...older.flatMap((page) => page.days)];
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
      {state === "failed" && (
        <p role="alert" className={css.none}>
          {text.newsFailed}
        </p>
      )}
      {next !== null && (
        <p className={css.older}>
          <Button busy={state === "loading"} onClick={() => void load()}>
            {shared.older}
          </Button>
        </p>
      )}
    </Panel>
  );
}
