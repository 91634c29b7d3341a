import valley from "art:scene-dragon-valley";
import panels from "panels:events";
import * as text from "text:events";
import * as shared from "text:shared";
import { useGet } from "@shared/api/useGet";
import { Button, LinkButton } from "@shared/components/Button";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Icon } from "@shared/components/Icon";
import { OlderButton, useOlderPages } from "@shared/components/OlderPages";
import { PageHead } from "@shared/components/PageHead";
import { Segments } from "@shared/components/Segments";
import { Skeleton } from "@shared/components/Skeleton";
import { useExtra } from "@shared/extras";
import { Panels } from "@shared/panels";
import { paths } from "@shared/paths";
import * as utility from "@shared/styles/utility.module.css";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { EventPage } from "./answers";
import { Days } from "./Days";
import * as css from "./events.module.css";
import { FollowPanel } from "./FollowPanel";

const TOPICS = ["bosses", "castles", "clans", "firsts", "wars"] as const;
type Topic = (typeof TOPICS)[number];
const SEGMENTS = (["all", ...TOPICS] as const).map((id) => ({ id, label: text.topics[id] }));
const REFRESH_MS = 30_000;

/** Without a topic all events, without a season those of the current one. */
interface Choice {
  topic: Topic | undefined;
  season: number | undefined;
}

/** Events of the world by day. */
export default function Events() {
  const [query] = useSearchParams();
  const hasNotifications = useExtra("notifications");
  const topic = TOPICS.find((candidate) => candidate === query.get("topic"));
  const seasons = useGet("/api/world/seasons").data?.data ?? [];
  const season = seasons.slice(1).find(({ number }) => `${number}` === query.get("season"))?.number;
  return (
    <>
      <PageHead title={text.title} picture={valley} scene="valley">
        {text.lead}
      </PageHead>
      <div className={utility.wrap}>
        <div className={css.filters}>
          <Segments label={shared.kind} name="topic" segments={SEGMENTS} current={topic ?? "all"} />
          {seasons.length > 1 && (
            <Segments
              label={text.season}
              name="season"
              segments={seasons.map(({ number, name }, index) => ({
                id: index ? `${number}` : "all",
                label: name ?? text.seasonNumber({ number: `${number}` }),
              }))}
              current={season ? `${season}` : "all"}
            />
          )}
        </div>
        <div className={css.columns}>
          <Feed key={`${topic} ${season}`} topic={topic} season={season} />
          {hasNotifications && (
            <div className={css.aside}>
              <Panels of={panels} />
              <FollowPanel topics={TOPICS} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

/** New events wait behind a button, so that no line moves while it is read. */
function Feed({ topic, season }: Choice) {
  const { data, error } = useGet(
    "/api/world/events",
    { topic: topic ?? null, season: season ?? null },
    { refreshInterval: REFRESH_MS },
  );
  const [openPage, setOpenPage] = useState(data);
  useEffect(() => setOpenPage((page) => page ?? data), [data]);
  const first = openPage ?? data;
  if (error && !first) return <ErrorState title={text.failed} />;
  if (!first) return <Skeleton className={css.skeleton} />;
  if (data?.data.length === 0) return <NothingYet topic={topic} />;
  const knownIds = new Set(first.data.map(({ id }) => id));
  const newCount = data ? data.data.filter(({ id }) => !knownIds.has(id)).length : 0;
  return (
    <div>
      {newCount > 0 && (
        <Button wide onClick={() => setOpenPage(data)}>
          <Icon name="up" />
          {text.fresh({ count: newCount })}
        </Button>
      )}
      <Pages key={first.data[0]?.id} first={first} topic={topic} season={season} />
    </div>
  );
}

function Pages({ first, topic, season }: Choice & { first: EventPage }) {
  const older = useOlderPages(first, "/api/world/events", { topic, season });
  return (
    <>
      <Days events={older.pages.flatMap(({ data }) => data)} />
      {older.state === "failed" && <p role="alert">{text.failed}</p>}
      <OlderButton older={older} className={css.older} />
    </>
  );
}

const NothingYet = ({ topic }: { topic: Topic | undefined }) => (
  <EmptyState title={text.none} actions={topic && <LinkButton to={paths.events}>{text.showAll}</LinkButton>}>
    {text.noneText}
  </EmptyState>
);
