import type { Answer } from "@shared/api/useGet";
import { classes } from "@shared/components/classes";
import { Cell, type Column, Row, RowHeader, SkeletonRow, Table } from "@shared/components/Table";
import { CRESTS, WREATHS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import type { ReactNode } from "react";
import * as css from "./board.module.css";
import * as loading from "./loading.module.css";
import * as ownRow from "./own-row.module.css";
import { type Board, PAGE_SIZE } from "./view";

type Character = Answer<"/api/rankings/pvp">["data"][number];

const SCORES = { pvp: "PvP Kills", pk: "PK Kills" } as const;

interface BoardTableProps {
  board: Board;
  stale: boolean;
  children: ReactNode;
}

/** The table of a board. Its rows are characters, or skeleton rows of the same height. */
export function BoardTable({ board, stale, children }: BoardTableProps) {
  const score = SCORES[board];
  const columns: Column[] = [
    { name: "Rank", className: css.headRank },
    { name: "Character", className: css.headName },
    { name: "Level", className: css.headLevel },
    { name: "Class", className: css.headClass },
    { name: "Race", className: css.headRace },
    { name: "Clan" },
    { name: score, className: css.headScore, sort: "descending" },
    { name: "Status", className: css.headStatus },
  ];
  return (
    <Table className={classes(css.table, stale && css.stale)} caption={`Characters by ${score}`} columns={columns}>
      {children}
    </Table>
  );
}

export function CharacterRow({ row, own }: { row: Character; own: boolean }) {
  const mark = WREATHS[row.rank - 1];
  return (
    <Row className={classes(mark && css.top, own && ownRow.own)}>
      <Cell className={css.rank}>
        {mark ? <img src={mark} width={40} height={40} alt={`#${row.rank}`} /> : `#${row.rank}`}
      </Cell>
      <RowHeader className={css.name}>
        <bdi>{row.char_name}</bdi> {own && <span className={ownRow.badge}>You</span>}
      </RowHeader>
      <Cell className={css.level}>
        <span className={css.onlyCard}>Level </span>
        {row.level}
      </Cell>
      <Cell className={css.class} title={row.class_name}>
        {row.class_name}
      </Cell>
      <Cell className={css.race} title={row.race_name}>
        <span>
          <img src={CRESTS[row.race]} width={22} height={22} alt="" />
          {row.race_name}
        </span>
      </Cell>
      <Cell className={css.clan} title={row.clan_name ?? undefined}>
        {row.clan_name === null ? <span className={css.noClan}>No Clan</span> : <bdi>{row.clan_name}</bdi>}
      </Cell>
      <Cell className={css.score}>
        {formatNumber(row.score)}
        <span className={css.onlyCard}> kills</span>
      </Cell>
      <Cell className={css.status}>
        <span className={row.online ? css.online : css.offline}>{row.online ? "Online" : "Offline"}</span>
      </Cell>
    </Row>
  );
}

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
