import * as dates from "text:dates";
import * as game from "text:game";
import * as text from "text:rankings";
import * as shared from "text:shared";
import { type Answer, useGet } from "@shared/api/useGet";
import { formatCalendarDay } from "@shared/calendarDay";
import { CharacterName } from "@shared/components/CharacterName";
import { classes } from "@shared/components/classes";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { GainBar } from "@shared/components/GainBar";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { formatGain } from "@shared/rankings/formatGain";
import * as css from "@shared/rankings/gains.module.css";
import * as ownRow from "@shared/rankings/own-row.module.css";
import { Rank } from "@shared/rankings/Rank";
import { SegmentLinks } from "@shared/rankings/SegmentLinks";
import * as tools from "@shared/rankings/segment-links.module.css";
import { useOwnCharacters } from "@shared/rankings/useOwnCharacters";
import { useSearchParams } from "react-router-dom";

type GainRow = Answer<"/api/rankings/gains">["data"][number];
type Metric = keyof typeof game.metrics;

const PERIODS = ["day", "week", "month"] as const;
const ROW_COUNT = 10;

const isMetric = (name: string | null): name is Metric => name !== null && name in game.metrics;

/** Boards of a day, a week and a month beside each other. The metric is kept in the address. */
export default function GainBoards() {
  const [query] = useSearchParams();
  const requestedMetric = query.get("metric");
  const metric = isMetric(requestedMetric) ? requestedMetric : "pvp";
  return (
    <>
      <div className={tools.tools}>
        <SegmentLinks
          label={text.metric}
          choices={game.metrics}
          current={metric}
          search={(value) => `?tab=gains${value === "pvp" ? "" : `&metric=${value}`}`}
        />
      </div>
      <div className={css.boards}>
        {PERIODS.map((period) => (
          <GainBoard key={period} metric={metric} period={period} />
        ))}
      </div>
      <p className={css.note}>{text.gainNote}</p>
    </>
  );
}

function GainBoard({ metric, period }: { metric: Metric; period: (typeof PERIODS)[number] }) {
  const { data, error, isLoading } = useGet("/api/rankings/gains", { metric, period });
  const since = data?.counted_from;
  return (
    <Panel as="section" className={css.board} aria-labelledby={`gains-${period}`} aria-busy={isLoading}>
      <header>
        <h2 id={`gains-${period}`}>{text.periods[period]}</h2>
        <p>{since ? dates.since({ day: formatCalendarDay(since) }) : "\u00a0"}</p>
      </header>
      {error && !data ? (
        <ErrorState title={shared.rankingsFailed}>{shared.rankingsFailedText}</ErrorState>
      ) : data ? (
        <Gains board={data} metric={metric} stale={isLoading} />
      ) : (
        <Skeleton className={css.skeleton} />
      )}
    </Panel>
  );
}

function Gains({ board, metric, stale }: { board: Answer<"/api/rankings/gains">; metric: Metric; stale: boolean }) {
  const ownCharacters = useOwnCharacters();
  if (board.collecting) return <EmptyState title={text.collectingTitle}>{text.collecting}</EmptyState>;
  const best = board.data[0]?.gain;
  if (best === undefined) return <EmptyState title={text.noGains}>{shared.beFirst}</EmptyState>;
  const rows = board.data.filter((row) => row.rank <= ROW_COUNT || ownCharacters.has(row.char_id));
  return (
    <ol className={classes(stale && css.stale)}>
      {rows.map((row, index) => {
        const isCut = row.rank > (rows[index - 1]?.rank ?? 0) + 1;
        return (
          <li key={row.rank} className={classes(isCut && css.cut, ownCharacters.has(row.char_id) && ownRow.own)}>
            <Rank rank={row.rank} />
            <span className={css.who}>
              <CharacterName {...row} />
              <small>{row.privacy === "hidden" ? shared.keptPrivate : row.class_name}</small>
            </span>
            <span className={css.gain}>
              <b>+{formatGain(metric, row.gain)}</b>
              <small>{markOf(row) ?? text.cardLevel({ level: row.level })}</small>
            </span>
            <GainBar largest={best} gain={row.gain} />
          </li>
        );
      })}
    </ol>
  );
}

/** The game lowered the kills in the period, or counts them no further. */
const markOf = ({ fell_on, at_limit }: GainRow): string | null =>
  fell_on ? text.fellOn({ day: formatCalendarDay(fell_on) }) : at_limit ? text.atLimit : null;
