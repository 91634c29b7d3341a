import * as game from "text:game";
import * as shared from "text:shared";
import * as text from "text:world";
import { type Answer, useGet } from "@shared/api/useGet";
import { formatAppointment } from "@shared/appointment";
import { Badge } from "@shared/components/Badge";
import { CharacterName } from "@shared/components/CharacterName";
import { Disclosure } from "@shared/components/Disclosure";
import { EmptyState } from "@shared/components/EmptyState";
import { Figure, Figures } from "@shared/components/Figures";
import { LocalTime } from "@shared/components/LocalTime";
import { Meter } from "@shared/components/Meter";
import { Panel } from "@shared/components/Panel";
import { PanelTable } from "@shared/components/PanelTable";
import { SectionHead } from "@shared/components/SectionHead";
import type { Column } from "@shared/components/Table";
import { formatShortDay } from "@shared/dates";
import { formatDuration, formatRemaining } from "@shared/durations";
import { CRESTS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import * as utility from "@shared/styles/utility.module.css";
import { useMinute } from "@shared/useMinute";
import { percentOf } from "./bossStates";
import { Clan } from "./Clan";
import * as css from "./olympiad.module.css";
import { WorldBlock } from "./WorldBlock";

type Period = Answer<"/api/world/olympiad">;
type Hero = Period["heroes"][number];
type Noble = Period["last_month"][number] & { place: number };
type Pair = NonNullable<Period["head_to_head"]>[number];

const PAIRS = 6;
const NOBLES = 20;

export const Olympiad = () => (
  <WorldBlock answer={useGet("/api/world/olympiad")} note={text.pointsAtEnd}>
    {(period) => (
      <>
        {period.is_saved ? (
          <State period={period} />
        ) : (
          <EmptyState title={text.notSaved}>{text.notSavedText}</EmptyState>
        )}
        <section className={css.part} aria-labelledby="heroes">
          <SectionHead title={game.heroes} id="heroes" />
          {period.heroes.length > 0 ? (
            <ul className={css.heroes}>
              {period.heroes.map((hero, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: hidden characters have nothing of their own
                <HeroCard key={index} hero={hero} />
              ))}
            </ul>
          ) : (
            <EmptyState title={text.noHeroes}>{text.noHeroesText}</EmptyState>
          )}
        </section>
        {period.head_to_head && period.head_to_head.length > 0 && (
          <section className={css.part} aria-labelledby="pairs">
            <SectionHead title={text.headToHead} id="pairs" />
            <ul className={css.pairs}>
              {period.head_to_head.slice(0, PAIRS).map((pair, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <PairCard key={index} pair={pair} />
              ))}
            </ul>
          </section>
        )}
        {period.last_month.length > 0 && (
          <div className={css.part}>
            <SectionHead title={text.lastMonth} />
            <PanelTable
              title={text.lastMonth}
              rows={period.last_month.map((noble, index) => ({ ...noble, place: index + 1 }))}
              keyOf={({ place }) => place}
              limit={NOBLES}
              columns={COLUMNS}
            />
          </div>
        )}
      </>
    )}
  </WorldBlock>
);

export function State({ period }: { period: Period }) {
  const number = period.cycle;
  const title = number ? text.period({ number: `${number}` }) : text.blocks.olympiad;
  const { is_validation, started_at, ends_at, validation_ends_at, nobles, fights, median_seconds } = period;
  const now = useMinute();
  const end = is_validation ? validation_ends_at : ends_at;
  const isOver = now && end && new Date(end) <= now;
  return (
    <Panel framed padded>
      <div className={css.head}>
        <h2>{is_validation ? text.validation : title}</h2>
        <Badge tone={is_validation ? "wait" : "good"}>{is_validation ? text.choosing : shared.running}</Badge>
      </div>
      {end && !isOver && (
        <p className={css.end}>
          <LocalTime at={end} format={formatAppointment} />{" "}
          <span>{now ? text.endsIn({ time: <b>{formatRemaining(new Date(end), now)}</b> }) : "\u00a0"}</span>
        </p>
      )}
      {started_at && end && !isOver && (
        <div className={css.meter}>
          {now && (
            <Meter
              label={text.blocks.olympiad}
              percent={percentOf(now, new Date(started_at), new Date(end))}
              tall
              withTicks
            />
          )}
        </div>
      )}
      <Figures>
        <Figure label={text.nobles}>{formatNumber(nobles)}</Figure>
        {fights !== null && <Figure label={text.fightsSoFar}>{formatNumber(fights)}</Figure>}
        {median_seconds !== null && <Figure label={text.medianFight}>{formatDuration(median_seconds, "s")}</Figure>}
      </Figures>
    </Panel>
  );
}

function HeroCard({ hero: { character, class_name, count, diary } }: { hero: Hero }) {
  return (
    <Panel as="li" className={css.hero}>
      <img src={CRESTS[character.race]} width="120" height="120" alt="" />
      <p className={css.class}>{class_name}</p>
      <h3>
        <CharacterName {...character} />
      </h3>
      <p className={css.times}>{text.timesHero({ count })}</p>
      <p className={css.clan}>
        {character.clan ? <Clan clan={character.clan} /> : <span className={utility.muted}>{shared.noClan}</span>}
      </p>
      {diary.length > 0 && (
        <Disclosure summary={text.diary}>
          <ul className={css.diary}>
            {diary.map(({ at, action, name }) => (
              <li key={`${at} ${action}`}>
                {action === "hero" ? text.becameHero : text.diaryEntries[action]({ name: name ?? "" })}
                <small>
                  <LocalTime at={at} format={formatShortDay} />
                </small>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Panel>
  );
}

const PairCard = ({ pair: { first, second, first_wins, second_wins, draws } }: { pair: Pair }) => (
  <Panel as="li" padded className={css.pair}>
    <p>
      <b>{first_wins}</b>
      <CharacterName {...first} />
    </p>
    <p className={css.fights}>
      {text.fights({ count: first_wins + second_wins + draws })}
      {draws > 0 && <br />}
      {draws > 0 && text.draws({ count: draws })}
    </p>
    <p>
      <b>{second_wins}</b>
      <CharacterName {...second} />
    </p>
  </Panel>
);

const COLUMNS: readonly Column<Noble>[] = [
  {
    name: game.noble,
    show: ({ place, character, class_name }) => (
      <span className={css.noble}>
        <b>{place}</b>
        <span>
          <CharacterName {...character} />
          <small>{class_name}</small>
        </span>
      </span>
    ),
  },
  { name: game.clan, show: ({ character }) => (character.clan ? <Clan clan={character.clan} /> : "–") },
  { name: text.fightsColumn, end: true, show: ({ fights }) => (fights === null ? "–" : formatNumber(fights)) },
  { name: text.won, end: true, show: ({ wins }) => (wins === null ? "–" : formatNumber(wins)) },
  { name: text.points, end: true, show: ({ points }) => formatNumber(points) },
];
