import * as text from "text:clan";
import * as dates from "text:dates";
import * as game from "text:game";
import { races } from "text:game";
import * as shared from "text:shared";
import fighter from "@art/type-fighter.svg";
import mystic from "@art/type-mystic.svg";
import priest from "@art/type-priest.svg";
import { formatCalendarDay } from "@shared/calendarDay";
import { dayOf, formatDate } from "@shared/charts/days";
import { classType } from "@shared/classTypes";
import { CharacterName } from "@shared/components/CharacterName";
import { LocalTime } from "@shared/components/LocalTime";
import { RecordList } from "@shared/components/RecordList";
import { Section } from "@shared/components/Section";
import { formatShortDay } from "@shared/dates";
import { CRESTS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import * as utility from "@shared/styles/utility.module.css";
import type { ClanHistory, ClanPage } from "./answers";
import * as css from "./clan.module.css";

type ClanEvent = ClanHistory["events"][number];

const change = (value: number) => (value < 0 ? "−" : "+") + formatNumber(Math.abs(value));

export function Moves({ history: { events, balance } }: { history: ClanHistory }) {
  return (
    <Section title={text.moves} note={balance !== 0 && text.balance({ change: change(balance) })}>
      {events.length === 0 && <p className={utility.muted}>{text.noMoves}</p>}
      <ul className={css.list}>
        {events.map((event) => (
          <li key={event.id}>
            <span className={css.who}>
              <Move event={event} />
            </span>
            <span className={css.figure}>
              <LocalTime at={event.at} format={formatShortDay} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Move({ event: { kind, value, characters } }: { event: ClanEvent }) {
  const [character] = characters;
  if (kind === "clan_level") return text.reachedLevel({ level: String(value) });
  if (kind === "clan_created") return text.founded;
  const name = character ? <CharacterName {...character} /> : text.somebody;
  return (
    <>
      {kind === "clan_joined" ? text.joinedClan({ name }) : text.leftClan({ name })}
      {character && character.privacy !== "hidden" && <small>{character.class_name}</small>}
    </>
  );
}

const RECORDS = {
  pvp_day: game.mostInDay,
  pvp_week: game.mostInWeek,
  members: text.mostMembers,
  castle: text.longestHold,
} as const;

export function Records({ history: { records, tracked_since } }: { history: ClanHistory }) {
  const note = tracked_since && dates.since({ day: formatCalendarDay(tracked_since) });
  return (
    <Section title={shared.records} note={note}>
      {records.length === 0 && <p className={utility.muted}>{text.noRecords}</p>}
      <RecordList
        records={records.map(({ kind, value, day, castle }) => ({
          name: RECORDS[kind],
          note: [castle, day ? formatDate(dayOf(day)) : dates.now].filter(Boolean).join(" · "),
          value: kind === "castle" ? text.days({ count: value }) : formatNumber(value),
        }))}
      />
    </Section>
  );
}

const CALLINGS = [
  ["fighter", text.fighters, fighter],
  ["mystic", text.mystics, mystic],
  ["priest", text.priests, priest],
] as const;

/** Members by race and by kind of class; hidden ones are left out. */
export function Composition({ members }: { members: ClanPage["members"] }) {
  const visibleMembers = members.filter(({ race }) => race !== null);
  const counts = CRESTS.map((_, race) => visibleMembers.filter((member) => member.race === race).length);
  let at = 0;
  return (
    <Section
      title={text.composition}
      note={
        visibleMembers.length < members.length &&
        text.ofMembers({ shown: String(visibleMembers.length), total: String(members.length) })
      }
    >
      <svg className={css.mix} viewBox={`0 0 ${visibleMembers.length} 1`} preserveAspectRatio="none" aria-hidden="true">
        {counts.map((count, race) => {
          at += count;
          // biome-ignore lint/suspicious/noArrayIndexKey: races have a fixed order
          return <rect key={race} data-race={race} x={at - count} width={count} height={1} />;
        })}
      </svg>
      <ul className={css.mixKey}>
        {counts.map((count, race) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: races have a fixed order
          <li key={race}>
            <img src={CRESTS[race]} width={20} height={20} alt="" />
            {(races as Record<number, string>)[race]}
            <b>{count}</b>
          </li>
        ))}
        {CALLINGS.map(([calling, name, mark]) => (
          <li key={calling}>
            <img src={mark} width={20} height={20} alt="" />
            {name}
            <b>
              {visibleMembers.filter(({ class_id }) => class_id !== null && classType(class_id) === calling).length}
            </b>
          </li>
        ))}
      </ul>
    </Section>
  );
}
