import panels from "panels:rankingPlace";
import * as text from "text:rankings";
import * as shared from "text:shared";
import { afterPaint } from "@shared/afterPaint";
import { ApiError } from "@shared/api/client";
import { type Answer, useGet } from "@shared/api/useGet";
import { formatCalendarDay } from "@shared/calendarDay";
import { Button, LinkButton } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { PastLastPage } from "@shared/components/Pager";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { Panels } from "@shared/panels";
import * as css from "@shared/rankings/board.module.css";
import { useOwnCharacters } from "@shared/rankings/useOwnCharacters";
import { memo, useDeferredValue, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { BoardTable } from "./BoardTable";
import * as loading from "./loading.module.css";
import * as past from "./past.module.css";
import { RankingPager } from "./RankingPager";
import { activeFilters, formatView, NO_FILTERS, PAGE_SIZE, requestQuery, type View, withDay } from "./view";

const PATHS = { pvp: "/api/rankings/pvp", pk: "/api/rankings/pk" } as const;

interface Props {
  view: View;
  onClear: () => void;
}

/** The rows of a board. Old rows stay dimmed until new ones arrive. A page past the end leads to the last page. */
export const RankingBoard = memo(function RankingBoard({ view, onClear }: Props) {
  const top = useRef<HTMLDivElement>(null);
  const { data: latest, error, isLoading: isFetching } = useGet(PATHS[view.board], requestQuery(view));
  // SWR renders in one piece. In a deferred render React yields to keys and taps.
  const data = useDeferredValue(latest);
  const isLoading = isFetching || data !== latest;
  const ownCharacters = useOwnCharacters();
  const isPast = view.at !== null;
  useFocusedRow(data);
  if (view.at !== null && error instanceof ApiError && "at" in error.fields)
    return <NotRecorded view={view} day={view.at} />;
  if (error) {
    return (
      <div className={css.board}>
        <ErrorState title={shared.rankingsFailed}>{shared.rankingsFailedText}</ErrorState>
      </div>
    );
  }
  if (data && !isLoading && data.data.length === 0 && data.total_pages > 0) {
    const lastPage = { search: formatView({ ...view, page: data.total_pages }) };
    return <PastLastPage to={lastPage} pages={data.total_pages} />;
  }
  return (
    <>
      {view.at !== null && <PastNote view={view} day={view.at} />}
      <div ref={top} className={classes(css.board, data && css.loaded)} aria-busy={isLoading}>
        {isLoading && data && <span className={loading.sweep} />}
        {data?.data.length === 0 ? (
          <NoRows isFiltered={activeFilters(view.filters) > 0} onClear={onClear} />
        ) : (
          <BoardTable
            board={view.board}
            rows={data?.data}
            ownIds={ownCharacters}
            span={data && hasMovement(data, view.span) ? view.span : null}
            past={isPast}
            podium={view.page === 1 && activeFilters(view.filters) === 0}
          />
        )}
        <Announcement data={data} busy={isLoading} />
      </div>
      {!isPast && data && (
        <Panels
          of={panels}
          board={view.board}
          span={view.span}
          table={top}
          rows={data.data}
          rowLink={(rank) => rowLink(view, rank)}
        />
      )}
      {data && data.total_pages > 1 && (
        <RankingPager
          view={view}
          rows={data.data.length}
          total={data.total}
          totalPages={data.total_pages}
          onTurn={() => afterPaint(() => top.current?.scrollIntoView({ block: "start" }))}
        />
      )}
    </>
  );
});

/** The row of a rank, on its page. */
const rowLink = (view: View, rank: number) => ({
  search: formatView({ ...view, filters: NO_FILTERS, page: Math.ceil(rank / PAGE_SIZE) }),
  hash: `rank-${rank}`,
});

/** While no day is recorded, no row has a movement, and none is called new. */
const hasMovement = ({ data }: Answer<"/api/rankings/pvp">, span: View["span"]) =>
  data.some((row) => typeof row[`rank_change_${span}`] === "number");

/** Moves the focus once to the row that the link "Go to row" has named. */
function useFocusedRow(data: unknown) {
  const { hash, key } = useLocation();
  const focusedKey = useRef("");
  useEffect(() => {
    const row = data && hash && focusedKey.current !== key ? document.getElementById(hash.slice(1)) : null;
    if (!row) return;
    focusedKey.current = key;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "center" });
  }, [data, hash, key]);
}

function PastNote({ view, day }: { view: View; day: string }) {
  return (
    <div className={past.past} role="status">
      <p>
        <b>{text.asItWas({ day: formatCalendarDay(day) })}</b>
        {text.pastNote}
      </p>
      <BackToNow view={view} />
    </div>
  );
}

const BackToNow = ({ view }: { view: View }) => (
  <LinkButton to={{ search: formatView(withDay(view, null)) }}>{text.backToNow}</LinkButton>
);

function NotRecorded({ view, day }: { view: View; day: string }) {
  return (
    <div className={css.board} role="alert">
      <EmptyState
        drawing="lantern"
        title={text.dayMissing({ day: formatCalendarDay(day) })}
        actions={<BackToNow view={view} />}
      >
        {text.dayMissingText}
      </EmptyState>
    </div>
  );
}

function NoRows({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <>
      {isFiltered && <p className={css.noMatch}>{text.noMatch}</p>}
      <EmptyState
        title={shared.noRankings}
        actions={isFiltered && <Button onClick={onClear}>{text.clearFilters}</Button>}
      >
        {shared.beFirst}
      </EmptyState>
    </>
  );
}

/** Announces changes to screen readers; the first load shows the message as well. */
function Announcement({ data, busy }: { data: Answer<"/api/rankings/pvp"> | undefined; busy: boolean }) {
  if (busy && !data) {
    return (
      <p className={loading.loading} role="status">
        {shared.loadingRankings}
      </p>
    );
  }
  return (
    <div role="status">
      <VisuallyHidden>
        {busy || !data ? shared.loadingRankings : text.announcement({ count: data.total, page: `${data.page}` })}
      </VisuallyHidden>
    </div>
  );
}
