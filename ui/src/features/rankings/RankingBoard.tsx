import * as text from "text:rankings";
import * as shared from "text:shared";
import { type Answer, useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { useRef } from "react";
import { Navigate } from "react-router-dom";
import { BoardTable, CharacterRow, SkeletonRows } from "./BoardTable";
import * as css from "./board.module.css";
import * as loading from "./loading.module.css";
import { RankingPager } from "./RankingPager";
import { useOwnNames } from "./useOwnNames";
import { activeFilters, type Filters, formatView, NO_FILTERS, requestQuery, type View } from "./view";

const PATHS = { pvp: "/api/rankings/pvp", pk: "/api/rankings/pk" } as const;

interface Props {
  view: View;
  onFilter: (change: Partial<Filters>) => void;
}

/** The rows of a board. Old rows stay dimmed until new ones arrive. A page past the end leads to the last page. */
export function RankingBoard({ view, onFilter }: Props) {
  const top = useRef<HTMLDivElement>(null);
  const { data, error, isLoading } = useGet(PATHS[view.board], requestQuery(view));
  const own = useOwnNames();
  if (error) {
    return (
      <div className={css.board}>
        <ErrorState title={shared.rankingsFailed}>{shared.rankingsFailedText}</ErrorState>
      </div>
    );
  }
  if (data && !isLoading && data.data.length === 0 && data.total_pages > 0) {
    return <Navigate replace to={{ search: formatView({ ...view, page: data.total_pages }) }} />;
  }
  return (
    <>
      <div ref={top} className={css.board} aria-busy={isLoading}>
        {isLoading && data && <span className={loading.sweep} />}
        {data?.data.length === 0 ? (
          <NoRows filtered={activeFilters(view.filters) > 0} onClear={() => onFilter(NO_FILTERS)} />
        ) : (
          <BoardTable board={view.board} stale={isLoading}>
            {data ? (
              data.data.map((row) => <CharacterRow key={row.rank} row={row} own={own.has(row.char_name)} />)
            ) : (
              <SkeletonRows podium={view.page === 1 && activeFilters(view.filters) === 0} />
            )}
          </BoardTable>
        )}
        <Announcement data={data} busy={isLoading} />
      </div>
      {data && data.total_pages > 1 && (
        <RankingPager
          view={view}
          rows={data.data.length}
          total={data.total}
          totalPages={data.total_pages}
          onTurn={() => top.current?.scrollIntoView({ block: "start" })}
        />
      )}
    </>
  );
}

function NoRows({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <>
      {filtered && <p className={css.noMatch}>{text.noMatch}</p>}
      <EmptyState
        title={shared.noRankings}
        actions={filtered && <Button onClick={onClear}>{text.clearFilters}</Button>}
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
