import * as text from "text:clan";
import * as gameText from "text:game";
import { subjectTitles } from "text:pages";
import * as shared from "text:shared";
import { ApiError } from "@shared/api/client";
import { useGet } from "@shared/api/useGet";
import { formatAppointment } from "@shared/appointment";
import { formatCalendarDay } from "@shared/calendarDay";
import { CharacterName } from "@shared/components/CharacterName";
import { EmptyState } from "@shared/components/EmptyState";
import { ErrorState } from "@shared/components/ErrorState";
import { LocalTime } from "@shared/components/LocalTime";
import { Movements } from "@shared/components/Movement";
import NoPublicPage from "@shared/components/NoPublicPage";
import { Marks, PublicHead } from "@shared/components/PublicHead";
import { Skeleton } from "@shared/components/Skeleton";
import { Standing, StandingList } from "@shared/components/StandingList";
import { SubjectActions } from "@shared/components/SubjectActions";
import { useSiteTexts } from "@shared/content";
import { formatAverage } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { paths } from "@shared/paths";
import * as utility from "@shared/styles/utility.module.css";
import { nameInTitle, useNameInPath } from "@shared/useNameInPath";
import { useEffect } from "react";
import type { ClanHistory, ClanPage } from "./answers";
import { Castles } from "./Castles";
import * as css from "./clan.module.css";
import { Composition, Moves, Records } from "./Details";
import { Gains } from "./Gains";
import { Members } from "./Members";
import { Clans, Wars } from "./Relations";

/** The public page of a clan. The head comes from the snapshot; the history fails on its own. */
export default function Clan() {
  const nameInPath = useNameInPath(paths.clan);
  const name = encodeURIComponent(nameInPath);
  const { data, error } = useGet(`/api/clans/${name}` as "/api/clans/{name}");
  const history = useGet(`/api/clans/${name}/history` as "/api/clans/{name}/history");
  const { name: site, game } = useSiteTexts();
  const title = data && subjectTitles["/clan/:name"]({ title: data.clan.clan_name, name: site, game });
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  if (data === null || (error instanceof ApiError && error.status === 404)) return <DissolvedClan name={name} />;
  if (error && !data)
    return (
      <>
        <PublicHead name={nameInTitle(nameInPath)} race={0} />
        <ErrorState title={text.failed} />
      </>
    );
  if (!data) return <LoadingSkeleton />;
  return (
    <>
      <Head page={data} history={history.data} />
      <div className={utility.wrap}>
        <Figures page={data} history={history.data} />
        {history.data ? (
          <History page={data} history={history.data} />
        ) : history.error ? (
          <p role="alert" className={css.failed}>
            {text.historyFailed}{" "}
            <button type="button" onClick={() => void history.mutate()}>
              {shared.tryAgain}
            </button>
          </p>
        ) : (
          <Skeleton className={css.loading} />
        )}
        <Members members={data.members} history={history.data} />
        <div className={css.columns}>
          {history.data && <Moves history={history.data} />}
          <div>
            {history.data && <Records history={history.data} />}
            <Composition members={data.members} />
            {data.also_named.length > 0 && <Clans title={gameText.othersOfName} clans={data.also_named} />}
          </div>
        </div>
        <p className={css.note}>{text.refreshed}</p>
      </div>
    </>
  );
}

/** The end of a clan that existed, or the page for an unknown name. */
function DissolvedClan({ name }: { name: string }) {
  const { data: end } = useGet(`/api/clans/${name}/end` as "/api/clans/{name}/end");
  if (!end) return <NoPublicPage />;
  return (
    <>
      <PublicHead name={end.clan_name} race={0} level={end.level} levelLabel={gameText.level} />
      <div className={utility.wrap}>
        <EmptyState drawing="broken" title={text.dissolved({ name: end.clan_name })}>
          {text.dissolvedOn({
            day: formatCalendarDay(end.day),
            level: String(end.level),
            members: formatNumber(end.members),
            kills: formatNumber(end.pvp_kills),
          })}
        </EmptyState>
      </div>
    </>
  );
}

function Head({ page, history }: { page: ClanPage; history: ClanHistory | undefined }) {
  const { clan, leader, members, castles, halls } = page;
  const race = members.find((member) => member.is_leader)?.race ?? 0;
  return (
    <PublicHead
      name={clan.clan_name}
      race={race}
      level={clan.level}
      levelLabel={gameText.level}
      crest={clan.crest}
      actions={<SubjectActions kind="clan" id={clan.clan_id} name={clan.clan_name} />}
    >
      {(leader || clan.alliance !== null) && (
        <p>
          {leader && <span>{text.leads({ name: <CharacterName {...leader} /> })}</span>}
          {clan.alliance !== null && <span>{text.allies({ name: clan.alliance })}</span>}
        </p>
      )}
      <Marks>
        {castles.map(({ castle_id, name, tax_percent }) => (
          <li key={castle_id}>
            {tax_percent === null
              ? text.holdsCastle({ castle: name })
              : text.holdsTaxedCastle({ castle: name, tax: String(tax_percent) })}
          </li>
        ))}
        {halls.map((hall) => (
          <li key={hall}>{hall}</li>
        ))}
        {history && (
          <li data-mark="plain">
            {history.created ? text.foundedOn({ day: formatCalendarDay(history.created) }) : text.foundedBefore}
          </li>
        )}
      </Marks>
    </PublicHead>
  );
}

function Figures({ page, history }: { page: ClanPage; history: ClanHistory | undefined }) {
  const { clan, clans, castles } = page;
  const week = history?.gains["7"];
  const [castle] = castles;
  return (
    <StandingList>
      <Standing
        label={gameText.pvpRank}
        value={`#${formatNumber(clan.rank)}`}
        change={<Movements place={clan} />}
        share={1 - (clan.rank - 1) / clans}
        note={text.killsOfClans({ kills: formatNumber(clan.pvp_kills), clans: formatNumber(clans) })}
      />
      <Standing
        label={text.gainedThisWeek}
        value={week ? (week.pvp_kills > 0 ? "+" : "") + formatNumber(week.pvp_kills) : "–"}
        note={gameText.pvpKills}
      />
      <Standing
        label={text.members}
        value={formatNumber(clan.members)}
        note={`${gameText.averageLevel} ${formatAverage(clan.average_level)}`}
      />
      <Standing
        label={text.castlesHeld}
        value={castles.length > 0 ? String(castles.length) : "–"}
        note={
          castle?.siege_at && (
            <>
              {gameText.nextSiege} <LocalTime at={castle.siege_at} format={formatAppointment} />
            </>
          )
        }
      />
    </StandingList>
  );
}

function History({ page, history }: { page: ClanPage; history: ClanHistory }) {
  const { clan, allies } = page;
  return (
    <div className={css.columns}>
      <div>
        <Gains clan={clan} history={history} />
        <Castles castles={history.castles} clanId={clan.clan_id} now={new Date(page.generated_at)} />
      </div>
      <div>
        <Wars wars={history.wars} />
        {allies.length > 0 && <Clans title={text.allies({ name: clan.alliance ?? "" })} clans={allies} />}
      </div>
    </div>
  );
}

function LoadingSkeleton() {
  return (
    <div className={utility.wrap} role="status">
      <span className={utility.hidden}>{text.loading}</span>
      <Skeleton className={css.loading} />
    </div>
  );
}
