import * as game from "text:game";
import * as text from "text:rankings";
import * as shared from "text:shared";
import { type Answer, useGet } from "@shared/api/useGet";
import { competitionTitle } from "@shared/competitionTitle";
import { Badge } from "@shared/components/Badge";
import { CharacterName, ClanName } from "@shared/components/CharacterName";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { Link } from "@shared/components/Link";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { formatNumber } from "@shared/format";
import { formatGain } from "@shared/rankings/formatGain";
import * as css from "@shared/rankings/gains.module.css";
import { Rank } from "@shared/rankings/Rank";
import { competitionPath } from "@shared/reportPaths";
import { formatPeriod } from "./formatPeriod";

type Competition = Answer<"/api/competitions">["data"][number];

const BOARD_COUNT = 6;
const TONES = { upcoming: "wait", running: "good", provisional: "wait", final: "gold", closed: "off" } as const;

/** The newest competitions with their leaders, and links to those before. */
export default function CompetitionBoards() {
  const { data, error } = useGet("/api/competitions");
  if (error && !data) return <ErrorState title={shared.rankingsFailed}>{shared.rankingsFailedText}</ErrorState>;
  if (!data) return <Skeleton className={css.skeleton} />;
  const competitions = data.data.slice(0, BOARD_COUNT);
  const earlierCompetitions = data.data.slice(BOARD_COUNT);
  if (competitions.length === 0) return <EmptyState title={text.noCompetitions}>{text.noCompetitionsYet}</EmptyState>;
  return (
    <>
      <div className={css.boards}>
        {competitions.map((competition) => (
          <CompetitionPanel key={competition.id} competition={competition} />
        ))}
      </div>
      {earlierCompetitions.length > 0 && (
        <details className={css.note}>
          <summary>{text.earlierCompetitions({ count: earlierCompetitions.length })}</summary>
          <ul className={css.earlier}>
            {earlierCompetitions.map(({ id, title, titles, first_day, last_day }) => (
              <li key={id}>
                <Link to={competitionPath(id)}>
                  <bdi>{competitionTitle({ title, titles })}</bdi>
                </Link>{" "}
                {formatPeriod(first_day, last_day)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className={css.note}>{text.competitionNote}</p>
    </>
  );
}

function CompetitionPanel({ competition }: { competition: Competition }) {
  const { id, metric, state, leaders, prizes, classes } = competition;
  return (
    <Panel as="section" className={css.board} aria-labelledby={`competition-${id}`}>
      <header>
        <h2 id={`competition-${id}`}>
          <Link to={competitionPath(id)}>
            <bdi>{competitionTitle(competition)}</bdi>
          </Link>
        </h2>
        <p>
          {game.metrics[metric]} · {formatPeriod(competition.first_day, competition.last_day)}
        </p>
        <p>
          {text.cardLevel({ level: `${competition.min_level}–${competition.max_level}` })}
          {classes.length > 0 && ` · ${classes.join(", ")}`}
        </p>
        {prizes.length > 0 && <p>{text.competitionPrizes({ coins: prizes.map(formatNumber).join(" · ") })}</p>}
        <Badge tone={TONES[state]}>{text.competitionStates[state]}</Badge>
      </header>
      {leaders.length === 0 && (
        <p className={css.empty}>{state === "upcoming" || state === "running" ? text.noGains : text.noGainsMade}</p>
      )}
      <ol>
        {leaders.map((row) => (
          <li key={row.place}>
            <Rank rank={row.place} />
            <span className={css.who}>
              {row.members !== null ? (
                <ClanName name={row.clan_name ?? ""} id={row.clan_id} hidden={row.clan_hidden} />
              ) : (
                <CharacterName {...row} />
              )}
              <small>{row.privacy === "hidden" ? shared.keptPrivate : row.class_name}</small>
            </span>
            <span className={css.gain}>
              <b>+{formatGain(metric, row.gain)}</b>
              <small>{row.prize !== null && text.competitionPrize({ coins: formatNumber(row.prize) })}</small>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
