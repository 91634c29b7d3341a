import pushChoices from "panels:bellSettings";
import * as text from "text:watch";
import { useGet } from "@shared/api/useGet";
import { formatCalendarDay } from "@shared/calendarDay";
import { Button } from "@shared/components/Button";
import { Disclosure } from "@shared/components/Disclosure";
import { Icon } from "@shared/components/Icon";
import { Link } from "@shared/components/Link";
import { Skeleton } from "@shared/components/Skeleton";
import { Panels, usePanels } from "@shared/panels";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { type Day, NEWS, type News } from "./answers";
import * as css from "./bell-panel.module.css";
import { NewsList } from "./NewsList";
import { markRead } from "./read";
import { WATCH_PAGE } from "./subjects";

const WatchSettings = lazy(() => import("./WatchSettings"));

/** So long the list is on the screen before it counts as read. */
const SEEN_MS = 1500;
/** The whole list is on the page. */
const MAX_ROWS = 30;

interface BellPanelProps {
  id: string;
  onClose: () => void;
}

/** The latest news, or the settings of what is sent about them. */
export default function BellPanel({ id, onClose }: BellPanelProps) {
  const [isSettings, setSettings] = useState(false);
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} id={id} className={css.panel} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <div className={css.head}>
        <h2 id={`${id}-title`}>{isSettings ? text.settings : text.news}</h2>
        <Button look="ghost" onClick={() => setSettings(!isSettings)}>
          {isSettings ? text.news : text.settings}
        </Button>
        <Button look="ghost" icon aria-label={text.closeBell} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      {isSettings ? <BellSettings /> : <Latest />}
      <p className={css.foot}>
        <Link to={WATCH_PAGE}>{text.allStars}</Link>
      </p>
    </section>
  );
}

function BellSettings() {
  const hasPush = usePanels(pushChoices).length > 0;
  return (
    <div className={css.settings}>
      <Suspense fallback={<Skeleton className={css.skeleton} />}>
        <WatchSettings />
      </Suspense>
      {hasPush && (
        <Disclosure summary={text.pushChoices}>
          <Suspense fallback={<Skeleton />}>
            <Panels of={pushChoices} />
          </Suspense>
        </Disclosure>
      )}
    </div>
  );
}

/** News that were unread as the panel opened stay marked until it closes, or until the player has read all. */
function Latest() {
  const { data, error, isValidating } = useGet(NEWS);
  const [opened, setOpened] = useState<News>();
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    if (data && !isValidating) setOpened((news) => news ?? data);
  }, [data, isValidating]);
  const until = opened && opened.unread > 0 ? opened.as_of : null;
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => document.visibilityState === "visible" && void markRead(until), SEEN_MS);
    return () => clearTimeout(timer);
  }, [until]);
  if (error && !opened) return <p role="alert">{text.newsFailed}</p>;
  if (!opened) return <Skeleton className={css.skeleton} />;
  if (opened.days.length === 0) return <p className={css.none}>{text.noNews}</p>;
  const readAll = () => {
    setRead(true);
    if (until !== null) void markRead(until);
  };
  return (
    <>
      {until !== null && !isRead && (
        <Button look="ghost" className={css.all} onClick={readAll}>
          <Icon name="check" />
          {text.allRead}
        </Button>
      )}
      <div className={css.days}>
        {latestOf(opened.days).map(({ day, entries }) => (
          <section key={day}>
            <h3>{formatCalendarDay(day)}</h3>
            <NewsList entries={isRead ? entries.map((entry) => ({ ...entry, is_unread: false })) : entries} />
          </section>
        ))}
      </div>
    </>
  );
}

/** Returns days with as many entries in all as the panel lists. */
function latestOf(days: readonly Day[]): readonly Day[] {
  let room = MAX_ROWS;
  return days.flatMap((day) => {
    const entries = day.entries.slice(0, Math.max(0, room));
    room -= entries.length;
    return entries.length > 0 ? [{ ...day, entries }] : [];
  });
}
