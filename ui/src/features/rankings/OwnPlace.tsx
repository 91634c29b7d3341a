import * as text from "text:rankings";
import * as shared from "text:shared";
import { type Answer, useGet } from "@shared/api/useGet";
import { LinkButton } from "@shared/components/Button";
import { Icon } from "@shared/components/Icon";
import { Movement } from "@shared/components/Movement";
import { useExtra } from "@shared/extras";
import { formatNumber } from "@shared/format";
import { useSession } from "@shared/stores/session";
import { type RefObject, useEffect, useState } from "react";
import * as css from "./own-place.module.css";
import { formatView, NO_FILTERS, PAGE_SIZE, type View } from "./view";

type Ranks = Answer<"/api/rankings/{board}/me">["data"];

interface OwnPlaceProps {
  view: View;
  board: RefObject<HTMLElement | null>;
  rows: Answer<"/api/rankings/pvp">["data"];
}

/** The best own character and the way to the next rank, while its row is not in view. */
export function OwnPlace({ view, board, rows }: OwnPlaceProps) {
  const isAuthenticated = useSession((session) => session.isAuthenticated);
  const hasRanks = useExtra("character_pages");
  const path = isAuthenticated && hasRanks ? (`/api/rankings/${view.board}/me` as "/api/rankings/{board}/me") : null;
  const { data } = useGet(path, undefined, { keepPreviousData: false });
  const [selectedIndex, setSelectedIndex] = useState(0);
  const ranks: Ranks = isAuthenticated ? (data?.data ?? []) : [];
  const ownRank = ranks[selectedIndex] ?? ranks[0];
  const isSeen = useSeen(board, rows, ownRank?.row.rank);
  if (!ownRank || isSeen) return null;
  const { row, next, days } = ownRank;
  const distance = next && next.score - row.score;
  const target = { ...view, filters: NO_FILTERS, page: Math.ceil(row.rank / PAGE_SIZE) };
  return (
    <aside className={css.pinned} aria-label={text.yourPlace}>
      <div className={css.place}>
        <b className={css.rank}>#{formatNumber(row.rank)}</b>
        <Movement change={row[`rank_change_${view.span}`]} />
        <span className={css.name}>
          {ranks.length > 1 ? (
            <span className={css.choice}>
              <select
                aria-label={text.yourCharacter}
                value={ranks.indexOf(ownRank)}
                onChange={({ target }) => setSelectedIndex(Number(target.value))}
              >
                {ranks.map(({ row: { char_name, rank } }, index) => (
                  <option key={rank} value={index}>
                    {char_name}
                  </option>
                ))}
              </select>
              <Icon name="down" />
            </span>
          ) : (
            <bdi>{row.char_name}</bdi>
          )}
          <small>{text.yourCharacter}</small>
        </span>
        {next && distance !== null && (
          <span className={css.chase}>
            <span>
              <span>
                {text.toNext({
                  distance: <b>{formatNumber(distance)}</b>,
                  rank: formatNumber(next.rank),
                  name: <bdi>{next.privacy === "hidden" ? shared.hiddenHero : next.char_name}</bdi>,
                })}
              </span>
              {days !== null && <small title={text.pace}>{text.daysLeft({ count: days })}</small>}
            </span>
            <progress max={Math.max(1, next.score)} value={row.score} aria-hidden="true" />
          </span>
        )}
        <b className={css.score}>{formatNumber(row.score)}</b>
        <LinkButton look="ghost" className={css.go} to={{ search: formatView(target), hash: `rank-${row.rank}` }}>
          {text.goToRow}
        </LinkButton>
      </div>
    </aside>
  );
}

/** Returns true if the row of a rank is on the page and in the window. */
function useSeen(board: RefObject<HTMLElement | null>, rows: unknown, rank: number | undefined): boolean {
  const [isSeen, setSeen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are other elements
  useEffect(() => {
    setSeen(false);
    const row = board.current?.querySelector(`#rank-${rank}`);
    if (!row) return;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false));
    observer.observe(row);
    return () => observer.disconnect();
  }, [board, rows, rank]);
  return isSeen;
}
