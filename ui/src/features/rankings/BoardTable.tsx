import * as game from "text:game";
import * as text from "text:rankings";
import * as shared from "text:shared";
import type { Answer } from "@shared/api/useGet";
import { clanText } from "@shared/clanText";
import { CharacterName, ClanName } from "@shared/components/CharacterName";
import { classes } from "@shared/components/classes";
import { Movement } from "@shared/components/Movement";
import * as presence from "@shared/components/presence.module.css";
import { SkeletonRows } from "@shared/components/SkeletonRows";
import { CharacterActions } from "@shared/components/SubjectActions";
import { type Column, Table } from "@shared/components/Table";
import { CRESTS, WREATHS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import { nameOfRace } from "@shared/races";
import * as css from "@shared/rankings/board.module.css";
import * as ownRow from "@shared/rankings/own-row.module.css";
import { memo, type ReactNode } from "react";
import { type Board, PAGE_SIZE, type Span } from "./view";

type Character = Answer<"/api/rankings/pvp">["data"][number];

interface BoardTableProps {
  board: Board;
  /** Undefined while they load. */
  rows: readonly Character[] | undefined;
  ownIds: ReadonlySet<number | null>;
  /** Null: no movement is known of the rows. */
  span: Span | null;
  /** Without the status, which is known of now alone. */
  past: boolean;
  /** The first three rows are taller. */
  podium: boolean;
}

/**
 * The table of a board. Its rows are characters, or skeleton rows of the same height. A pressed filter dims the old rows
 * without rendering them again.
 */
export const BoardTable = memo(function BoardTable({ board, rows, ownIds, span, past, podium }: BoardTableProps) {
  const score = text.scores[board];
  const columns = columnsOf(score, ownIds, span, past);
  return (
    <Table
      className={css.table}
      caption={text.caption({ score })}
      columns={columns}
      rows={rows}
      keyOf={({ rank }) => rank}
      rowProps={({ rank, char_id }) => ({
        className: classes(WREATHS[rank - 1] && css.top, ownIds.has(char_id) && ownRow.own),
        id: `rank-${rank}`,
        tabIndex: ownIds.has(char_id) ? -1 : undefined,
      })}
    >
      {!rows && (
        <SkeletonRows
          columns={columns}
          count={PAGE_SIZE}
          classOf={(index) => podium && index < WREATHS.length && css.top}
        />
      )}
    </Table>
  );
});

const columnsOf = (
  score: string,
  ownIds: ReadonlySet<number | null>,
  span: Span | null,
  past: boolean,
): readonly Column<Character>[] => [
  { name: text.rank, className: css.rank, show: (row) => <Rank row={row} span={span} /> },
  {
    name: game.character,
    names: true,
    className: css.name,
    show: (row) => (
      <>
        <CharacterActions {...row} />
        <CharacterName {...row} /> {ownIds.has(row.char_id) && <span className={ownRow.badge}>{text.you}</span>}
      </>
    ),
  },
  {
    name: game.level,
    className: css.level,
    show: ({ level }) => <OnTableOrCard table={level} card={text.cardLevel({ level })} />,
  },
  {
    name: game.className,
    className: css.class,
    cell: ({ class_name }) => ({ title: class_name }),
    show: ({ class_name }) => class_name,
  },
  {
    name: game.race,
    className: css.race,
    cell: (row) => ({ title: nameOfRace(row) }),
    show: (row) => (
      <span>
        <img src={CRESTS[row.race]} width={22} height={22} alt="" />
        {nameOfRace(row)}
      </span>
    ),
  },
  {
    name: game.clan,
    className: css.clan,
    cell: (row) => ({ title: clanText(row) ?? undefined }),
    show: ({ clan_name, clan_id, clan_hidden }) =>
      clan_name === null ? (
        <span className={css.noClan}>{shared.noClan}</span>
      ) : (
        <ClanName name={clan_name} id={clan_id} hidden={clan_hidden} />
      ),
  },
  {
    name: score,
    sort: "descending",
    className: css.score,
    show: (row) => (
      <OnTableOrCard
        table={formatNumber(row.score)}
        card={text.cardKills({ score: <b>{formatNumber(row.score)}</b> })}
      />
    ),
  },
  {
    name: shared.status,
    hidden: past,
    className: css.status,
    show: ({ online }) =>
      !past && (
        <span className={classes(presence.presence, online && presence.online)}>
          {online ? shared.online : shared.offline}
        </span>
      ),
  },
];

function Rank({ row, span }: { row: Character; span: Span | null }) {
  const mark = WREATHS[row.rank - 1];
  return (
    <>
      {mark ? <img src={mark} width={40} height={40} alt={`#${row.rank}`} /> : `#${row.rank}`}
      {span && " "}
      {span && <Movement change={row[`rank_change_${span}`]} marksNew />}
    </>
  );
}

const OnTableOrCard = ({ table, card }: { table: ReactNode; card: ReactNode }) => (
  <>
    <span className={css.onlyTable}>{table}</span>
    <span className={css.onlyCard}>{card}</span>
  </>
);
