import * as game from "text:game";
import * as text from "text:rankings";
import * as shared from "text:shared";
import type { Answer } from "@shared/api/useGet";
import { clanText } from "@shared/clanText";
import { CharacterName, ClanName } from "@shared/components/CharacterName";
import { classes } from "@shared/components/classes";
import { Movement } from "@shared/components/Movement";
import { SkeletonRow } from "@shared/components/SkeletonRow";
import { Cell, type Column, Row, RowHeader, Table } from "@shared/components/Table";
import { CRESTS, WREATHS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import { nameOfRace } from "@shared/races";
import * as css from "@shared/rankings/board.module.css";
import * as ownRow from "@shared/rankings/own-row.module.css";
import { memo, type ReactNode } from "react";
import * as loading from "./loading.module.css";
import { type Board, PAGE_SIZE, type Span } from "./view";

type Character = Answer<"/api/rankings/pvp">["data"][number];

interface BoardTableProps {
  board: Board;
  stale: boolean;
  /** Without the status, which is known of now alone. */
  past: boolean;
  children: ReactNode;
}

/** The table of a board. Its rows are characters, or skeleton rows of the same height. */
export function BoardTable({ board, stale, past, children }: BoardTableProps) {
  const score = text.scores[board];
  const columns: Column[] = [
    { name: text.rank, className: css.headRank },
    { name: game.character, className: css.headName },
    { name: game.level, className: css.headLevel },
    { name: game.className, className: css.headClass },
    { name: game.race, className: css.headRace },
    { name: game.clan },
    { name: score, className: css.headScore, sort: "descending" },
    { name: shared.status, className: css.headStatus, hidden: past },
  ];
  return (
    <Table className={classes(css.table, stale && css.stale)} caption={text.caption({ score })} columns={columns}>
      {children}
    </Table>
  );
}

interface CharacterRowProps {
  row: Character;
  isOwn: boolean;
  isPast: boolean;
  /** Null: no movement is known of the rows. */
  span: Span | null;
}

/** A pressed filter dims the old rows without rendering them again. */
export const CharacterRow = memo(function CharacterRow({ row, isOwn, isPast, span }: CharacterRowProps) {
  const mark = WREATHS[row.rank - 1];
  return (
    <Row
      className={classes(mark && css.top, isOwn && ownRow.own)}
      id={`rank-${row.rank}`}
      tabIndex={isOwn ? -1 : undefined}
    >
      <Cell className={css.rank}>
        {mark ? <img src={mark} width={40} height={40} alt={`#${row.rank}`} /> : `#${row.rank}`}
        {span && " "}
        {span && <Movement change={row[`rank_change_${span}`]} marksNew />}
      </Cell>
      <RowHeader className={css.name}>
        <CharacterName {...row} /> {isOwn && <span className={ownRow.badge}>{text.you}</span>}
      </RowHeader>
      <Cell className={css.level}>
        <span className={css.onlyTable}>{row.level}</span>
        <span className={css.onlyCard}>{text.cardLevel({ level: row.level })}</span>
      </Cell>
      <Cell className={css.class} title={row.class_name}>
        {row.class_name}
      </Cell>
      <Cell className={css.race} title={nameOfRace(row)}>
        <span>
          <img src={CRESTS[row.race]} width={22} height={22} alt="" />
          {nameOfRace(row)}
        </span>
      </Cell>
      <Cell className={css.clan} title={clanText(row) ?? undefined}>
        {row.clan_name === null ? (
          <span className={css.noClan}>{shared.noClan}</span>
        ) : (
          <ClanName name={row.clan_name} id={row.clan_id} hidden={row.clan_hidden} />
        )}
      </Cell>
      <Cell className={css.score}>
        <span className={css.onlyTable}>{formatNumber(row.score)}</span>
        <span className={css.onlyCard}>{text.cardKills({ score: <b>{formatNumber(row.score)}</b> })}</span>
      </Cell>
      <Cell className={css.status}>
        {!isPast && (
          <span className={row.online ? css.online : css.offline}>{row.online ? shared.online : shared.offline}</span>
        )}
      </Cell>
    </Row>
  );
});

const ROWS = Array.from({ length: PAGE_SIZE }, (_, index) => index);

const SKELETON_CELLS = [
  { className: css.rank, skeleton: loading.short },
  { className: css.name, skeleton: loading.text },
  { className: css.level, skeleton: loading.short },
  { className: css.class, skeleton: loading.text },
  { className: css.race, skeleton: loading.short },
  { className: css.clan, skeleton: loading.text },
  { className: css.score, skeleton: loading.short },
  { className: css.status, skeleton: loading.short },
];

/** As many rows as a page has, so that nothing moves when the data arrive. `podium`: the first three rows are taller. */
export function SkeletonRows({ podium }: { podium: boolean }) {
  return ROWS.map((index) => (
    <SkeletonRow
      key={index}
      className={podium && index < WREATHS.length ? css.top : undefined}
      cells={SKELETON_CELLS}
    />
  ));
}
