import * as game from "text:game";
import * as text from "text:rankings";
import * as shared from "text:shared";
import { afterPaint } from "@shared/afterPaint";
import { type Answer, useGet } from "@shared/api/useGet";
import { ClanName } from "@shared/components/CharacterName";
import { classes } from "@shared/components/classes";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Movement } from "@shared/components/Movement";
import { Pager } from "@shared/components/Pager";
import { SkeletonRow } from "@shared/components/SkeletonRow";
import { Cell, type Column, Row, RowHeader, Table } from "@shared/components/Table";
import { WREATHS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import * as board from "@shared/rankings/board.module.css";
import * as gains from "@shared/rankings/gains.module.css";
import { SegmentLinks } from "@shared/rankings/SegmentLinks";
import * as tools from "@shared/rankings/segment-links.module.css";
import { useRef } from "react";
import { useSearchParams } from "react-router-dom";
import * as css from "./clan-board.module.css";

type ClanRow = Answer<"/api/clans">["data"][number];
type Sort = keyof typeof text.clanSorts;

const isSort = (name: string | null): name is Sort => name !== null && name in text.clanSorts;
const SIZE = 50;
const SKELETON = Array.from({ length: 7 }, () => ({}));

/** Clans by a column. Column and page are kept in the address. */
export default function ClanBoard() {
  const [query] = useSearchParams();
  const top = useRef<HTMLDivElement>(null);
  const requestedSort = query.get("sort");
  const sort = isSort(requestedSort) ? requestedSort : "pvp";
  const page = Math.max(1, Number.parseInt(query.get("page") ?? "1", 10) || 1);
  const { data, error, isLoading } = useGet("/api/clans", { sort, page, page_size: SIZE });
  const search = (by: string, to = 1) =>
    `?tab=clans${by === "pvp" ? "" : `&sort=${by}`}${to === 1 ? "" : `&page=${to}`}`;
  const columns: Column[] = [
    { name: text.rank, className: css.headRank },
    { name: game.clan, className: css.headName },
    ...SORTS.map((by) => ({
      name: text.clanSorts[by],
      className: classes(css.end, by === sort && css.sorted) ?? "",
      ...(by === sort && { sort: "descending" as const }),
    })),
  ];
  return (
    <>
      <div ref={top} className={tools.tools}>
        <SegmentLinks label={shared.sortBy} choices={text.clanSorts} current={sort} search={search} />
      </div>
      <div className={board.board} aria-busy={isLoading}>
        {error && !data ? (
          <ErrorState title={shared.rankingsFailed}>{shared.rankingsFailedText}</ErrorState>
        ) : data?.total === 0 ? (
          <EmptyState title={text.noClans}>{shared.beFirst}</EmptyState>
        ) : (
          <Table
            className={classes(css.table, isLoading && board.stale)}
            caption={text.clanCaption({ score: text.clanSorts[sort] })}
            columns={columns}
          >
            {data
              ? data.data.map((row) => <ClanRowOf key={row.clan_id} row={row} />)
              : Array.from({ length: SIZE }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton
                  <SkeletonRow key={index} cells={SKELETON} />
                ))}
          </Table>
        )}
      </div>
      {data?.data.some((row) => row.rank_change_week != null) && <p className={gains.note}>{text.clanNote}</p>}
      {data && data.total_pages > 1 && (
        <Pager
          label={text.pages}
          page={page}
          pages={data.total_pages}
          onOpen={() => afterPaint(() => top.current?.scrollIntoView({ block: "start" }))}
          hrefOf={(to) => ({ search: search(sort, to) })}
          withWords
        >
          <p>
            {shared.range({
              from: formatNumber((page - 1) * SIZE + 1),
              to: formatNumber((page - 1) * SIZE + data.data.length),
              total: formatNumber(data.total),
            })}
          </p>
        </Pager>
      )}
    </>
  );
}

const SORTS = ["level", "members", "reputation", "pk", "pvp"] as const satisfies readonly Sort[];

function ClanRowOf({ row }: { row: ClanRow }) {
  const mark = WREATHS[row.rank - 1];
  const values = {
    level: row.level,
    members: row.members,
    reputation: row.reputation,
    pk: row.pk_kills,
    pvp: row.pvp_kills,
  };
  return (
    <Row className={classes(mark && board.top)}>
      <Cell className={css.rank}>
        {mark ? <img src={mark} width={40} height={40} alt={`#${row.rank}`} /> : `#${formatNumber(row.rank)}`}
        <Movement change={row.rank_change_week} />
      </Cell>
      <RowHeader className={classes(board.name, css.name)}>
        {row.crest && <img className={css.crest} src={row.crest} width={32} height={24} alt="" />}
        <span>
          <ClanName name={row.clan_name} id={row.clan_id} hidden={row.clan_hidden} />
          {row.alliance && <small className={css.alliance}>{row.alliance}</small>}
        </span>
      </RowHeader>
      {SORTS.map((by) => (
        <Cell key={by} className={classes(css.end, css[by], by === "pvp" && board.score)}>
          <span className={css.term}>{text.clanSorts[by]} </span>
          {formatNumber(values[by])}
        </Cell>
      ))}
    </Row>
  );
}
