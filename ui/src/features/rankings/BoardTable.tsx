import type { Answer } from "@shared/api/useGet";
import { classes } from "@shared/components/classes";
import { Skeleton } from "@shared/components/Skeleton";
import { formatNumber } from "@shared/format";
import { CRESTS, WREATHS } from "@shared/marks";
import * as utility from "@shared/styles/utility.module.css";
import type { ReactNode } from "react";
import * as css from "./board.module.css";
import * as mine from "./own.module.css";
import { type Board, PAGE_SIZE } from "./view";
import * as waiting from "./waiting.module.css";

export type Row = Answer<"/api/rankings/pvp">["data"][number];

const SCORES = { pvp: "PvP Kills", pk: "PK Kills" } as const;

/** The frame of a board; the rows are characters, or bones of the same height while they are on their way. */
export function BoardTable({ board, stale, children }: { board: Board; stale: boolean; children: ReactNode }) {
  return (
    <table className={classes(css.table, stale && css.stale)}>
      <caption className={utility.hidden}>Characters by {SCORES[board]}</caption>
      <thead>
        <tr>
          <th scope="col" className={css.headRank}>
            Rank
          </th>
          <th scope="col" className={css.headName}>
            Character
          </th>
          <th scope="col" className={css.headLevel}>
            Level
          </th>
          <th scope="col" className={css.headClass}>
            Class
          </th>
          <th scope="col" className={css.headRace}>
            Race
          </th>
          <th scope="col">Clan</th>
          <th scope="col" className={css.headScore} aria-sort="descending">
            {SCORES[board]}
          </th>
          <th scope="col" className={css.headStatus}>
            Status
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export function CharacterRow({ row, own }: { row: Row; own: boolean }) {
  const mark = WREATHS[row.rank - 1];
  return (
    <tr className={classes(mark && css.top, own && mine.own)}>
      <td className={css.rank}>
        {mark ? <img src={mark} width={40} height={40} alt={`#${row.rank}`} /> : `#${row.rank}`}
      </td>
      <th scope="row" className={css.name}>
        <bdi>{row.char_name}</bdi> {own && <span className={mine.you}>You</span>}
      </th>
      <td className={css.level}>
        <span className={css.onlyCard}>Level </span>
        {row.level}
      </td>
      <td className={css.class} title={row.class_name}>
        {row.class_name}
      </td>
      <td className={css.race} title={row.race_name}>
        <span>
          <img src={CRESTS[row.race]} width={22} height={22} alt="" />
          {row.race_name}
        </span>
      </td>
      <td className={css.clan} title={row.clan_name ?? undefined}>
        {row.clan_name === null ? <span className={css.none}>No Clan</span> : <bdi>{row.clan_name}</bdi>}
      </td>
      <td className={css.score}>
        {formatNumber(row.score)}
        <span className={css.onlyCard}> kills</span>
      </td>
      <td className={css.status}>
        <span className={row.online ? css.on : css.off}>{row.online ? "Online" : "Offline"}</span>
      </td>
    </tr>
  );
}

const BONES = Array.from({ length: PAGE_SIZE }, (_, index) => index);

/** As many rows as a page has, so that nothing jumps when they come. `crowned`: the first page, with its three taller rows. */
export function BoneRows({ crowned }: { crowned: boolean }) {
  return BONES.map((index) => (
    <tr key={index} className={crowned && index < WREATHS.length ? css.top : undefined}>
      <td className={css.rank}>
        <Skeleton className={waiting.boneShort} />
      </td>
      <td className={css.name}>
        <Skeleton className={waiting.bone} />
      </td>
      <td className={css.level}>
        <Skeleton className={waiting.boneShort} />
      </td>
      <td className={css.class}>
        <Skeleton className={waiting.bone} />
      </td>
      <td className={css.race}>
        <Skeleton className={waiting.boneShort} />
      </td>
      <td className={css.clan}>
        <Skeleton className={waiting.bone} />
      </td>
      <td className={css.score}>
        <Skeleton className={waiting.boneShort} />
      </td>
      <td className={css.status}>
        <Skeleton className={waiting.boneShort} />
      </td>
    </tr>
  ));
}
