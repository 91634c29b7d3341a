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
import { Pager, PastLastPage } from "@shared/components/Pager";
import { SkeletonRows } from "@shared/components/SkeletonRows";
import { SubjectActions } from "@shared/components/SubjectActions";
import { type Column, Table } from "@shared/components/Table";
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
  if (data && data.data.length === 0 && data.total_pages > 0)
    return <PastLastPage to={{ search: search(sort, data.total_pages) }} pages={data.total_pages} />;
  const columns = [...COLUMNS, ...SORTS.map((by) => sumColumn(by, by === sort))];
  return (
    <>
      <div ref={top} className={tools.tools}>
        <SegmentLinks label={shared.sortBy} choices={text.clanSorts} current={sort} search={search} />
      </div>
      <div className={classes(board.board, data && board.loaded)} aria-busy={isLoading}>
        {error && !data ? (
          <ErrorState title={shared.rankingsFailed}>{shared.rankingsFailedText}</ErrorState>
        ) : data?.total === 0 ? (
          <EmptyState title={text.noClans}>{shared.beFirst}</EmptyState>
        ) : (
          <Table
            className={css.table}
            caption={text.clanCaption({ score: text.clanSorts[sort] })}
            columns={columns}
            rows={data?.data}
            keyOf={({ clan_id }) => clan_id}
            rowProps={({ rank }) => ({ className: WREATHS[rank - 1] && board.top })}
          >
            {!data && <SkeletonRows columns={columns} count={SIZE} />}
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
const FIELDS = {
  pk: "pk_kills",
  pvp: "pvp_kills",
  level: "level",
  members: "members",
  reputation: "reputation",
} as const;

const COLUMNS: readonly Column<ClanRow>[] = [
  { name: text.rank, className: css.rank, show: (row) => <Rank row={row} /> },
  {
    name: game.clan,
    names: true,
    className: classes(board.name, css.name),
    show: ({ crest, clan_name, clan_id, clan_hidden, alliance }) => (
      <span className={css.clan}>
        {!clan_hidden && <SubjectActions kind="clan" id={clan_id} name={clan_name} />}
        {crest && <img className={css.crest} src={crest} width={32} height={24} alt="" />}
        <span>
          <ClanName name={clan_name} id={clan_id} hidden={clan_hidden} />
          {alliance && <small className={css.alliance}>{alliance}</small>}
        </span>
      </span>
    ),
  },
];

const sumColumn = (by: (typeof SORTS)[number], isSorted: boolean): Column<ClanRow> => ({
  name: text.clanSorts[by],
  sort: isSorted ? "descending" : undefined,
  className: classes(css.end, css[by], by === "pvp" && board.score),
  show: (row) => (
    <>
      <span className={css.term}>{text.clanSorts[by]} </span>
      {formatNumber(row[FIELDS[by]])}
    </>
  ),
});

function Rank({ row: { rank, rank_change_week } }: { row: ClanRow }) {
  const mark = WREATHS[rank - 1];
  return (
    <>
      {mark ? <img src={mark} width={40} height={40} alt={`#${rank}`} /> : `#${formatNumber(rank)}`}
      <Movement change={rank_change_week} />
    </>
  );
}
