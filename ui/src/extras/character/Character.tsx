import searches from "panel-names:search";
import * as cards from "text:cards";
import * as text from "text:character";
import * as gameText from "text:game";
import { subjectTitles } from "text:pages";
import * as shared from "text:shared";
import type { Answer } from "@shared/api/useGet";
import { formatCalendarDay } from "@shared/calendarDay";
import { KillsPanel } from "@shared/charts/KillsPanel";
import { clanText } from "@shared/clanText";
import { comparePath } from "@shared/comparePath";
import { Button } from "@shared/components/Button";
import { CharacterName, ClanName } from "@shared/components/CharacterName";
import { ErrorState } from "@shared/components/ErrorState";
import { Glyph, Icon } from "@shared/components/Icon";
import { Link } from "@shared/components/Link";
import { LATER_ICONS } from "@shared/components/laterIcons";
import { Meter } from "@shared/components/Meter";
import { Movements } from "@shared/components/Movement";
import NoPublicPage from "@shared/components/NoPublicPage";
import { Marks, PublicHead } from "@shared/components/PublicHead";
import { Section } from "@shared/components/Section";
import { Skeleton } from "@shared/components/Skeleton";
import { Standing, StandingList } from "@shared/components/StandingList";
import { SubjectActions } from "@shared/components/SubjectActions";
import { useSiteTexts } from "@shared/content";
import { formatProgress } from "@shared/dates";
import { CRESTS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import { usePanels } from "@shared/panels";
import { paths } from "@shared/paths";
import { nameOfRace } from "@shared/races";
import { useSubjectPaths } from "@shared/SubjectPaths";
import { useDialogs } from "@shared/stores/dialogs";
import * as utility from "@shared/styles/utility.module.css";
import { nameInTitle, useNameInPath } from "@shared/useNameInPath";
import { useEffect, useMemo } from "react";
import { Activity } from "./Activity";
import * as css from "./character.module.css";
import { Gains, NotYet } from "./Gains";
import { Milestones } from "./Milestones";
import { Names } from "./Names";
import { Pending } from "./Pending";
import { RankChart } from "./RankChart";
import { Records } from "./Records";
import { Rivals } from "./Rivals";
import { Share } from "./Share";
import { Signature } from "./Signature";
import { formatTop } from "./top";
import { type PageAddress, useDays } from "./useDays";
import { PRIVACY, usePage } from "./usePage";

type CharacterPage = Answer<"/api/characters/{name}">;
type Place = CharacterPage["ranks"]["pvp"];

/** The public page of a character. */
export default function Character() {
  const name = useNameInPath(paths.character);
  const { data, error, address, isOwn } = usePage(encodeURIComponent(name));
  const { name: site, game } = useSiteTexts();
  const title = data && subjectTitles["/c/:name"]({ title: data.char_name, name: site, game });
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  if (data === null) return <NoPublicPage />;
  if (error && !data)
    return (
      <>
        <PublicHead name={nameInTitle(name)} race={0} />
        <ErrorState title={text.failed} />
      </>
    );
  if (!data) return <LoadingSkeleton />;
  return (
    <>
      <Head page={data} isOwn={isOwn} />
      <div className={utility.wrap}>
        <StandingList>
          <RankStanding label={gameText.pvpRank} place={data.ranks.pvp} kills={data.pvp_kills} />
          <RankStanding label={gameText.pkRank} place={data.ranks.pk} kills={data.pk_kills} />
          {/* An English name in "s" gets no second one: "Among Sagittarius". */}
          <Among label={text.inClass({ name: data.class_name }).replace(/ss$/, "s")} place={data.ranks.in_class} />
          {data.ranks.in_clan && data.clan_name !== null && (
            <Among label={text.inClan({ name: clanText(data) ?? "" })} place={data.ranks.in_clan} />
          )}
        </StandingList>
        <HistoryPanels page={data} address={address} isOwn={isOwn} />
        <p className={css.note}>
          {text.refreshed} {data.progress && text.trackedSince({ day: formatCalendarDay(data.progress.tracked_since) })}
        </p>
      </div>
    </>
  );
}

interface SeenPage {
  page: CharacterPage;
  /** The owner alone sees it. */
  isOwn: boolean;
}

function Head({ page, isOwn }: SeenPage) {
  const { level, exp_percent, progress } = page;
  const { characterPath } = useSubjectPaths();
  const hasSearch = usePanels(searches).length > 0;
  const show = useDialogs((dialogs) => dialogs.show);
  return (
    <PublicHead
      name={page.char_name}
      race={page.race}
      level={level}
      levelLabel={gameText.level}
      title={page.title}
      actions={<SubjectActions kind="character" id={page.char_id} name={page.char_name} />}
    >
      <p>
        <span>
          <img src={CRESTS[page.race]} width={22} height={22} alt={nameOfRace(page)} />
          {page.class_name}
        </span>
        {page.clan_name !== null && <ClanName name={page.clan_name} id={page.clan_id} hidden={page.clan_hidden} />}
      </p>
      <Marks>
        {isOwn && (
          <li data-mark="own">
            <Glyph path={LATER_ICONS.lock} /> {text.onlyYou} · <Link to={PRIVACY}>{text.changePrivacy}</Link>
          </li>
        )}
        {page.hero && (
          <li data-mark="hero">
            {page.hero_cycle == null ? gameText.hero : text.heroOf({ cycle: String(page.hero_cycle) })}
          </li>
        )}
        {page.noble && <li data-mark="noble">{gameText.noble}</li>}
        {page.castle !== null && <li>{text.castle({ castle: page.castle })}</li>}
        {progress && progress.active_days > 0 && (
          <li data-mark="plain">{text.played({ count: progress.active_days })}</li>
        )}
      </Marks>
      <div className={css.toNext}>
        <Meter label={gameText.progressTo({ level: String(level + 1) })} percent={exp_percent} tall />
        <span>{formatProgress(level, exp_percent)}</span>
      </div>
      {hasSearch && !isOwn && (
        <Button
          className={css.compare}
          onClick={() => show("search", (character) => comparePath(characterPath, page, character))}
        >
          <Icon name="users" />
          {shared.compare}
        </Button>
      )}
    </PublicHead>
  );
}

/** Panels from the history: each loads and fails alone. */
function HistoryPanels({ page, address, isOwn }: SeenPage & { address: PageAddress }) {
  const { progress } = page;
  const { history, days, isNew, error, retry } = useDays(address, page);
  const kills = useMemo(() => (history ? days.filter(({ isMissing }) => !isMissing) : undefined), [history, days]);
  return (
    <>
      <div className={css.columns}>
        <div>
          {progress && !isNew ? (
            <>
              <Gains current={page} progress={progress} {...(history && { history })} />
              {history || !error ? (
                <Activity days={days} />
              ) : (
                <Section title={text.activity}>
                  <Pending error={error} retry={retry} className={css.pendingMap} />
                </Section>
              )}
            </>
          ) : page.is_history_missing ? (
            <Section title={text.gains}>
              <Pending error retry={() => window.location.reload()} className={css.pendingMap} />
            </Section>
          ) : (
            <NotYet />
          )}
          {progress && <Milestones page={page} progress={progress} />}
          {!isOwn && <Signature name={page.char_name} id={page.char_id} />}
        </div>
        <div>
          <Rivals rivals={page.rivals} />
          {progress && !isNew && <Records progress={progress} days={days} {...(history && { history })} />}
          {progress && <Names names={progress.names} clans={progress.clans} />}
          {!isOwn && <Share name={page.char_name} id={page.char_id} />}
          {page.also_named.length > 0 && <Namesakes namesakes={page.also_named} />}
        </div>
      </div>
      {progress && !isNew && (
        <div className={css.charts}>
          <RankChart
            ranks={history?.pvp_ranks}
            rank={page.ranks.pvp.rank}
            today={history?.data.at(-1)?.day}
            error={error}
          />
          <KillsPanel history={kills} error={error} />
        </div>
      )}
    </>
  );
}

function Namesakes({ namesakes }: { namesakes: CharacterPage["also_named"] }) {
  return (
    <Section title={gameText.othersOfName}>
      <ul>
        {namesakes.map((namesake) => (
          <li key={namesake.char_id}>
            <CharacterName {...namesake} privacy="public" /> · {namesake.class_name} {namesake.level}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function RankStanding({ label, place, kills }: { label: string; place: Place; kills: number }) {
  const total = formatNumber(place.population);
  return (
    <Standing
      label={label}
      value={`#${formatNumber(place.rank)}`}
      change={<Movements place={place} />}
      share={1 - (place.rank - 1) / place.population}
      note={`${text.top({ share: formatTop(place), total })} · ${text.kills({ count: kills })}`}
    />
  );
}

function Among({ label, place }: { label: string; place: Place }) {
  return (
    <Standing
      label={label}
      value={`#${formatNumber(place.rank)}`}
      change={<Movements place={place} />}
      share={1 - (place.rank - 1) / place.population}
      note={cards.ofTotal({ total: formatNumber(place.population) })}
    />
  );
}

function LoadingSkeleton() {
  return (
    <div className={utility.wrap} role="status">
      <span className={utility.hidden}>{text.loading}</span>
      <Skeleton className={css.loadingHead} />
      <Skeleton className={css.loadingPanel} />
    </div>
  );
}
