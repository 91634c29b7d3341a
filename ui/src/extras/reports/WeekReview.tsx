import colosseum from "art:scene-colosseum";
import * as gameText from "text:game";
import { code } from "text:language";
import { subjectTitles } from "text:pages";
import * as text from "text:reports";
import * as shared from "text:shared";
import { abbreviate } from "@shared/abbreviate";
import { type Answer, useGet } from "@shared/api/useGet";
import { formatCalendarDay } from "@shared/calendarDay";
import { Badge } from "@shared/components/Badge";
import { CharacterName, ClanName } from "@shared/components/CharacterName";
import { Figure, Figures } from "@shared/components/Figures";
import { Link } from "@shared/components/Link";
import { LocalTime } from "@shared/components/LocalTime";
import { MoreLink } from "@shared/components/MoreLink";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { useSiteTexts } from "@shared/content";
import { formatNumber } from "@shared/format";
import { reportPaths, weekPath } from "@shared/reportPaths";
import { formatPlaytime } from "@shared/shortDurations";
import * as layout from "@shared/styles/layout.module.css";
import { useNameInPath } from "@shared/useNameInPath";
import type { ReactNode } from "react";
import { formatMoment } from "./format";
import { formatPeriod } from "./formatPeriod";
import { Report, ReportPage } from "./ReportPage";
import * as css from "./reports.module.css";
import { Share } from "./Share";

type Week = Answer<"/api/weeks/{week}">;

/** The review of a week. */
export default function WeekReview() {
  const week = encodeURIComponent(useNameInPath(reportPaths.week));
  const { data, error } = useGet(`/api/weeks/${week}` as "/api/weeks/{week}");
  const { name, game } = useSiteTexts();
  return (
    <Report
      data={data}
      error={error}
      picture={colosseum}
      scene="colosseum"
      none={{ title: text.noWeek, to: weekPath("newest"), more: text.newestWeek }}
    >
      {(review) => {
        const [first_day, last_day] = [formatCalendarDay(review.first_day), formatCalendarDay(review.last_day)];
        return (
          <ReportPage
            title={text.weekTitle}
            documentTitle={subjectTitles["/weeks/:week"]({ first_day, last_day, name, game })}
            picture={colosseum}
            scene="colosseum"
            lead={<Days review={review} />}
          >
            <WeekFigures review={review} />
            <Gains review={review} />
            <div className={css.columns}>
              {review.boss_kills !== null && <Bosses review={review} />}
              <div className={layout.stack4}>
                <Castles review={review} />
                <Firsts review={review} />
                <Heroes review={review} />
              </div>
            </div>
            <nav className={css.weeks} aria-label={text.otherWeeks}>
              {review.previous && <Link to={weekPath(review.previous)}>{shared.weekBefore}</Link>}
              {review.following && <MoreLink to={weekPath(review.following)}>{text.nextWeek}</MoreLink>}
            </nav>
            <Share
              picture={review.is_running ? undefined : `/share/week/${week}.${code}.jpg`}
              alt={text.pictureAlt({ title: text.weekTitle })}
              path={review.path}
            />
          </ReportPage>
        );
      }}
    </Report>
  );
}

function Days({ review: { first_day, last_day, is_running } }: { review: Week }) {
  return (
    <>
      {formatPeriod(first_day, last_day)}
      <br />
      {is_running && <Badge tone="wait">{shared.running}</Badge>}
    </>
  );
}

function WeekFigures({ review }: { review: Week }) {
  return (
    <Figures framed>
      {review.boss_kills !== null && <Figure label={text.bossKills}>{formatNumber(review.boss_kills)}</Figure>}
      <Figure label={text.castlesTaken} note={text.ofSieges({ count: review.castles.length })}>
        {formatNumber(review.castles.filter(({ taken_by }) => taken_by).length)}
      </Figure>
      <Figure label={text.newHeroes}>{formatNumber(review.heroes.length)}</Figure>
      {review.peak_players !== null && (
        <Figure label={text.peak} note={review.peak_at && <LocalTime at={review.peak_at} format={formatMoment} />}>
          {formatNumber(review.peak_players)}
        </Figure>
      )}
    </Figures>
  );
}

const METRICS = ["pvp", "pk", "exp", "level", "playtime"] as const;

function Gains({ review: { gains, is_running } }: { review: Week }) {
  if (!gains) return <p className={css.note}>{is_running ? text.gainsLater : text.gainsNotRecorded}</p>;
  return (
    <section aria-labelledby="gains" className={css.section}>
      <SectionHead title={text.mostGained} id="gains" />
      <div className={css.boards}>
        {METRICS.map((metric) => {
          const rows = gains[metric] ?? [];
          return (
            rows.length > 0 && (
              <Panel padded key={metric} aria-label={gameText.metrics[metric]}>
                <h3>{gameText.metrics[metric]}</h3>
                <ol className={css.list}>
                  {rows.map(({ character, gain }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: hidden players have nothing of their own
                    <li key={index}>
                      <CharacterName {...character} />
                      <b>{metric === "playtime" ? formatPlaytime(gain * 60) : `+${abbreviate(gain)}`}</b>
                    </li>
                  ))}
                </ol>
              </Panel>
            )
          );
        })}
      </div>
    </section>
  );
}

function List({ id, title, empty, children }: { id: string; title: string; empty: string; children: ReactNode[] }) {
  return (
    <Panel padded aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      {children.length > 0 ? <ul className={css.list}>{children}</ul> : <p className={css.note}>{empty}</p>}
    </Panel>
  );
}

const SHOWN_BOSSES = 12;

function Bosses({ review: { bosses, hunters } }: { review: Week }) {
  return (
    <Panel padded aria-labelledby="bosses">
      <h2 id="bosses" className={css.title}>
        {text.bosses}
      </h2>
      {bosses.length === 0 && <p className={css.note}>{text.noBosses}</p>}
      <ul className={css.list}>
        {bosses.slice(0, SHOWN_BOSSES).map(({ id, name, level, kills, path }) => (
          <li key={id}>
            <span>
              <Link to={path}>{name}</Link>{" "}
              {level > 0 && <small>{gameText.levelInText({ level: String(level) })}</small>}
            </span>
            <b>{text.times({ count: kills })}</b>
          </li>
        ))}
      </ul>
      {hunters.length > 0 && <h3 className={css.gap}>{text.topHunters}</h3>}
      <ul className={css.list}>
        {hunters.map(({ clan, kills }) => (
          <li key={clan.clan_id}>
            <ClanName name={clan.name} id={clan.clan_id} hidden={clan.hidden} />
            <b>{text.times({ count: kills })}</b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Castles({ review: { castles } }: { review: Week }) {
  return (
    <List id="castles" title={gameText.sieges} empty={text.noSieges}>
      {castles.map(({ castle_id, ended_at, name, taken_by, owner, path }) => (
        <li key={`${castle_id} ${ended_at}`}>
          <span>
            <Link to={path}>{text.siegeOf({ castle: name })}</Link>
          </span>
          <span>
            {taken_by
              ? text.takes({ name: <ClanName name={taken_by.name} id={taken_by.clan_id} hidden={taken_by.hidden} /> })
              : owner
                ? text.keepsIt({ name: <ClanName name={owner.name} id={owner.clan_id} hidden={owner.hidden} /> })
                : shared.nobody}
          </span>
        </li>
      ))}
    </List>
  );
}

function Firsts({ review: { firsts } }: { review: Week }) {
  return (
    <List id="firsts" title={text.firsts} empty={text.noFirsts}>
      {firsts.map(({ character, milestone, scopes }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hidden players have nothing of their own
        <li key={index}>
          <CharacterName {...character} />
          <span>{text.firstAt({ milestone: nameOf(milestone), scope: scopeOf(scopes, character.class_name) })}</span>
        </li>
      ))}
    </List>
  );
}

/** `level_78`, `noble`. */
function nameOf(milestone: string): string {
  const [kind, level] = milestone.split("_");
  return kind === "level" && level ? gameText.levelInText({ level }) : text.noble;
}

function scopeOf(scopes: readonly string[], className: string): string {
  if (scopes.includes("world")) return text.ofWorld;
  return scopes.some((scope) => scope.startsWith("race")) ? text.ofRace : text.ofClass({ name: className });
}

function Heroes({ review: { heroes } }: { review: Week }) {
  return (
    <List id="heroes" title={text.newHeroes} empty={text.noHeroes}>
      {heroes.map((hero, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hidden players have nothing of their own
        <li key={index}>
          <CharacterName {...hero} />
          <span>{hero.class_name}</span>
        </li>
      ))}
    </List>
  );
}
