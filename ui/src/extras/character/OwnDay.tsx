import * as text from "text:ownDay";
import * as player from "text:player";
import * as rankings from "text:rankings";
import * as shared from "text:shared";
import { getAside } from "@shared/api/client";
import { type Answer, useGet } from "@shared/api/useGet";
import { LinkButton } from "@shared/components/Button";
import { Link } from "@shared/components/Link";
import { Meter } from "@shared/components/Meter";
import { Movements } from "@shared/components/Movement";
import { Panel } from "@shared/components/Panel";
import { Skeleton } from "@shared/components/Skeleton";
import { TextButton } from "@shared/components/TextButton";
import { formatProgress } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { paths } from "@shared/paths";
import { useSubjectPaths } from "@shared/SubjectPaths";
import { useSession } from "@shared/stores/session";
import { useState } from "react";
import { Ended } from "./Ended";
import * as css from "./own-day.module.css";
import { TODAY, type Today } from "./today";
import { startVisit } from "./visit";

const CONFIG = {
  refreshInterval: 60_000,
  // The previous account's day must not stay while the next account's loads.
  keepPreviousData: false,
  // A visitor of Home with an expired session stays there.
  fetcher: (path: string) => getAside<Answer<typeof TODAY>>(path),
};

/** The day of the player's main character, on Home. Its height is the one that Home reserves. */
export default function OwnDay() {
  const username = useSession(({ user }) => user?.username ?? "");
  const [since] = useState(() => startVisit(username));
  const { data, error, mutate } = useGet(TODAY, { since: since ?? null }, CONFIG);
  return (
    <Panel className={css.strip} aria-label={text.title} aria-busy={!data && !error}>
      {data ? (
        data.main ? (
          <Day day={data.main} since={since} />
        ) : (
          <FirstSteps />
        )
      ) : error ? (
        <p className={css.message} role="alert">
          {text.failed} <TextButton onClick={() => void mutate()}>{shared.tryAgain}</TextButton>
        </p>
      ) : (
        <Skeleton className={css.skeleton} />
      )}
    </Panel>
  );
}

function Day({ day, since }: { day: Today; since: number | undefined }) {
  const { characterPath } = useSubjectPaths();
  const { rank, char_name: name } = day;
  const levelText = formatProgress(day.level, day.exp_percent);
  return (
    <>
      <div className={css.who}>
        {rank && <b className={css.rank}>#{formatNumber(rank.row.rank)}</b>}
        <div>
          <Link to={day.is_public ? characterPath(name, day.char_id) : paths.player}>
            <bdi>{name}</bdi>
          </Link>
          <small>
            {day.class_name} {rank ? <Movements place={rank.row} /> : text.notRanked}
          </small>
        </div>
      </div>
      <Gains gains={day.gains} />
      <Chase rank={rank} />
      <div>
        <p>{levelText}</p>
        <Meter label={text.progress} percent={day.exp_percent} text={levelText} />
      </div>
      <Ended ended={day.ended} since={since} />
    </>
  );
}

function Gains({ gains }: { gains: Today["gains"] }) {
  const values = gains
    ? [
        gains.pvp_kills > 0 && text.pvpGain({ count: gains.pvp_kills }),
        gains.pk_kills > 0 && text.pkGain({ count: gains.pk_kills }),
        gains.levels > 0 && text.levelGain({ count: gains.levels }),
        (gains.exp_percent ?? 0) > 0 && text.expGain({ share: formatNumber(gains.exp_percent ?? 0) }),
      ].filter((value) => value !== false)
    : [];
  return (
    <div>
      <small>{shared.today}</small>
      <p className={css.gains}>{values.length > 0 ? values.join(" · ") : gains ? text.noGains : text.gainsLater}</p>
    </div>
  );
}

/** The way to the next rank. */
function Chase({ rank }: { rank: Today["rank"] }) {
  if (!rank) return <div />;
  const { row, next, days } = rank;
  if (!next) return <p className={css.gains}>{text.first}</p>;
  return (
    <div>
      <p>
        {rankings.toNext({
          distance: <b>{formatNumber(next.score - row.score)}</b>,
          rank: formatNumber(next.rank),
          name: <bdi>{next.privacy === "hidden" ? shared.hiddenHero : next.char_name}</bdi>,
        })}
        {days !== null && <small title={rankings.pace}> {rankings.daysLeft({ count: days })}</small>}
      </p>
      <progress className={css.line} max={Math.max(1, next.score)} value={row.score} aria-hidden="true" />
    </div>
  );
}

function FirstSteps() {
  return (
    <div className={css.steps}>
      <p>{player.stepsTitle}</p>
      <ol>
        <li>{player.accountStep}</li>
        <li>{player.clientStep}</li>
        <li>{player.gameStep}</li>
      </ol>
      <LinkButton look="secondary" to={paths.download}>
        {player.toDownload}
      </LinkButton>
    </div>
  );
}
