import * as text from "text:competition";
import * as game from "text:game";
import * as shared from "text:shared";
import { useGet } from "@shared/api/useGet";
import { clanText } from "@shared/clanText";
import { Button } from "@shared/components/Button";
import { CharacterName, ClanName } from "@shared/components/CharacterName";
import { classes } from "@shared/components/classes";
import { GainBar } from "@shared/components/GainBar";
import { LocalTime } from "@shared/components/LocalTime";
import { Panel } from "@shared/components/Panel";
import { WREATHS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import { formatGain } from "@shared/rankings/formatGain";
import { useSession } from "@shared/stores/session";
import { useState } from "react";
import type { CompetitionAnswer, CompetitionRow } from "./answers";
import * as css from "./competition.module.css";
import { formatMoment } from "./format";

type Metric = keyof typeof game.metrics;

/** The caller's places; null without a session, and until they are read. */
function useOwnPlaces(id: number): readonly CompetitionRow[] | null {
  const isAuthenticated = useSession((session) => session.isAuthenticated);
  const path = isAuthenticated ? (`/api/competitions/${id}/me` as "/api/competitions/{competition_id}/me") : null;
  const { data } = useGet(path, undefined, { keepPreviousData: false });
  return isAuthenticated ? (data?.data ?? null) : null;
}

const ROW_COUNT = 20;

export function CompetitionBoard({ board }: { board: CompetitionAnswer }) {
  const { competition, counted_at, data } = board;
  const ownPlaces = useOwnPlaces(competition.id);
  const places = new Set(ownPlaces?.map(({ place }) => place));
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? data : data.slice(0, ROW_COUNT);
  const isOver = competition.state === "final" || competition.state === "provisional";
  return (
    <Panel as="section" className={css.board} aria-labelledby="board">
      <header>
        <h2 id="board">{isOver ? text.result : shared.board}</h2>
        <p>{counted_at && text.countedAt({ time: <LocalTime at={counted_at} format={formatMoment} /> })}</p>
      </header>
      {ownPlaces && counted_at && <OwnPlaces rows={ownPlaces} competition={competition} />}
      {data.length === 0 && <p className={css.empty}>{text.empty[competition.state]}</p>}
      <ol>
        {rows.map((row) => (
          <li key={row.place} className={classes(places.has(row.place) && css.own)}>
            <Row row={row} metric={competition.metric} />
            <GainBar largest={data[0]?.gain} gain={row.gain} />
          </li>
        ))}
      </ol>
      {rows.length < data.length && (
        <Button className={css.all} onClick={() => setWhole(true)}>
          {text.allPlaces({ count: data.length })}
        </Button>
      )}
    </Panel>
  );
}

function Row({ row, metric }: { row: CompetitionRow; metric: Metric }) {
  const wreath = WREATHS[row.place - 1];
  return (
    <>
      <span className={css.place}>
        {wreath ? <img src={wreath} width={34} height={34} alt={`#${row.place}`} /> : formatNumber(row.place)}
      </span>
      <span className={css.who}>
        {row.members !== null ? (
          <ClanName name={row.clan_name ?? ""} id={row.clan_id} hidden={row.clan_hidden} />
        ) : (
          <CharacterName {...row} />
        )}
        <small>{detailOf(row)}</small>
      </span>
      <span className={css.gain}>
        <b>+{formatGain(metric, row.gain)}</b>
        {row.mark && <small>{text.marks[row.mark]}</small>}
        {row.prize !== null && <Prize coins={row.prize} state={row.prize_state} />}
      </span>
    </>
  );
}

function detailOf(row: CompetitionRow): string {
  const { members, level, class_name, privacy } = row;
  if (members !== null) return `${game.levelOf({ level: String(level) })} · ${text.members({ count: members })}`;
  if (privacy === "hidden") return shared.keptPrivate;
  return [`${game.levelOf({ level: String(level) })} ${class_name}`, clanText(row)].filter(Boolean).join(" · ");
}

function Prize({ coins, state }: { coins: number; state: CompetitionRow["prize_state"] }) {
  if (state === "none") return <small>{text.noPrize}</small>;
  const coinText = shared.coinsShown({ count: coins, shown: formatNumber(coins) });
  return <small className={css.prize}>{state === "paid" ? text.paid({ coins: coinText }) : coinText}</small>;
}

function OwnPlaces({
  rows,
  competition,
}: {
  rows: readonly CompetitionRow[];
  competition: CompetitionAnswer["competition"];
}) {
  if (rows.length === 0) return <p className={css.mine}>{text.notOnBoard[competition.entrants]}</p>;
  return (
    <ul className={css.mine} aria-label={text.yourPlaces}>
      {rows.map((row) => (
        <li key={row.place}>
          {text.yourPlace({
            place: <b>#{formatNumber(row.place)}</b>,
            name: <bdi>{row.char_name || clanText(row)}</bdi>,
            gain: formatGain(competition.metric, row.gain),
          })}
        </li>
      ))}
    </ul>
  );
}
