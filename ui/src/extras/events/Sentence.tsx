import * as text from "text:events";
import { CharacterName, ClanName } from "@shared/components/CharacterName";
import { Link } from "@shared/components/Link";
import { bossPath, castlePath } from "@shared/placePaths";
import { Fragment, type ReactNode } from "react";
import type { WorldEvent } from "./answers";

const NAMES = 3;
const SIGNS = [text.signs.recruiting, text.signs.competition, text.signs.results, text.signs.validation];

/** One event as a sentence, with links to the participants. */
export function Sentence({ event }: { event: WorldEvent }): ReactNode {
  const { kind, value, characters, hidden } = event;
  const isOfClan = kind.startsWith("clan_") || kind.startsWith("war_");
  const subject =
    isOfClan && event.subject ? (
      <ClanName name={event.subject} id={event.subject_id} hidden={hidden?.includes("subject")} />
    ) : (
      <Subject event={event} />
    );
  const object = event.object ? (
    <ClanName name={event.object} id={null} hidden={hidden?.includes("object")} />
  ) : (
    text.unknown
  );
  const names = characters.length > 0 ? <Names characters={characters} /> : text.unknown;
  switch (kind) {
    case "boss_killed":
      return characters.length > 0 ? text.boss_killed({ subject, names }) : text.boss_died({ subject });
    case "castle_taken":
    case "hall_taken":
      return event.before
        ? text.taken_from({
            subject,
            object,
            before: <ClanName name={event.before} id={null} hidden={hidden?.includes("before")} />,
          })
        : text[kind]({ subject, object });
    case "siege_ended":
      return event.object ? text.siege_ended({ subject, object }) : text.siege_over({ subject });
    case "world_first":
      return first(event, names);
    case "olympiad_period":
      return value === 1 ? text.olympiad_ends : text.olympiad_begins;
    case "signs_period":
      return SIGNS[value ?? 0];
    case "hero":
      return text.hero({ names });
    case "clan_level":
      return text.clan_level({ subject, value: String(value) });
    case "war_declared":
    case "war_ended":
      return text[kind]({ subject, object });
    case "boss_points":
    case "clan_joined":
    case "clan_left":
    case "cursed_weapon":
      return text[kind]({ subject, names });
    case "clan_created":
    case "clan_dissolved":
    case "siege_started":
      return text[kind]({ subject });
    default:
      return kind;
  }
}

const ofBosses = ["boss_killed", "boss_points"];
const ofCastles = ["castle_taken", "siege_started", "siege_ended"];

/** A boss or a castle, with its page, or a name without one. */
function Subject({ event: { kind, subject, subject_id } }: { event: WorldEvent }) {
  if (subject && subject_id && ofBosses.includes(kind)) return <PlaceLink to={bossPath(subject_id)} name={subject} />;
  if (subject && ofCastles.includes(kind)) return <PlaceLink to={castlePath(subject)} name={subject} />;
  return <b>{subject ?? text.unknown}</b>;
}

const PlaceLink = ({ to, name }: { to: string; name: string }) => (
  <b>
    <Link to={to}>{name}</Link>
  </b>
);

function first({ value, first_of, characters }: WorldEvent, names: ReactNode): ReactNode {
  const rank = value === 1 ? text.noble : text.level({ value: String(value) });
  if (first_of === "race") return text.first_race({ names, rank });
  if (first_of === "class") return text.first_class({ names, rank, class_name: characters[0]?.class_name ?? "" });
  return text.first_world({ names, rank });
}

function Names({ characters }: { characters: WorldEvent["characters"] }): ReactNode {
  const names = characters.slice(0, NAMES).map((character, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: hidden ones have no id, and the order is that of the answer
    <Fragment key={place}>
      {place > 0 && ", "}
      <CharacterName {...character} />
    </Fragment>
  ));
  const hiddenCount = characters.length - NAMES;
  return hiddenCount > 0 ? text.more({ names, count: hiddenCount }) : names;
}
