import * as text from "text:rankings";
import * as shared from "text:shared";
import type { Answer } from "@shared/api/useGet";
import { LinkButton } from "@shared/components/Button";
import { input } from "@shared/components/field.module.css";
import { Movement } from "@shared/components/Movement";
import { formatNumber } from "@shared/format";
import type { RankingPlace } from "@shared/panels";
import { useEffect, useState } from "react";
import * as css from "./own-place.module.css";
import { useOwnRanks } from "./useOwnRanks";

type Ranks = Answer<"/api/rankings/{board}/me">["data"];

/** The best own character and the way to the next rank, while its row is not in view. */
export default function OwnPlace({ board, span, table, rows, rowLink }: RankingPlace) {
  const { data } = useOwnRanks(board);
  const [selectedIndex, setSelectedIndex] = useState(0);
  const ranks: Ranks = data?.data ?? [];
  const ownRank = ranks[selectedIndex] ?? ranks[0];
  const isSeen = useSeen(table, rows, ownRank && rowLink(ownRank.row.rank).hash);
  if (!ownRank || isSeen) return null;
  const { row, next, days } = ownRank;
  const distance = next && next.score - row.score;
  return (
    <aside className={css.pinned} aria-label={text.yourPlace}>
      <div className={css.place}>
        <b className={css.rank}>#{formatNumber(row.rank)}</b>
        <Movement change={row[`rank_change_${span}`]} />
        <span className={css.name}>
          {ranks.length > 1 ? (
            <span className={css.choice}>
              <select
                className={input}
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
            <progress className={css.line} max={Math.max(1, next.score)} value={row.score} aria-hidden="true" />
          </span>
        )}
        <b className={css.score}>{formatNumber(row.score)}</b>
        <LinkButton look="ghost" className={css.go} to={rowLink(row.rank)}>
          {text.goToRow}
        </LinkButton>
      </div>
    </aside>
  );
}

/** Returns true if the row with an id is on the page and in the window. */
function useSeen(table: RankingPlace["table"], rows: unknown, id: string | undefined): boolean {
  const [isSeen, setSeen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are other elements
  useEffect(() => {
    setSeen(false);
    const row = table.current?.querySelector(`#${id}`);
    if (!row) return;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false));
    observer.observe(row);
    return () => observer.disconnect();
  }, [table, rows, id]);
  return isSeen;
}
