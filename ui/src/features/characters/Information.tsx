import * as text from "text:characterDetails";
import * as shared from "text:shared";
import { EmptyValue } from "@shared/components/EmptyValue";
import { LeaderList } from "@shared/components/LeaderList";
import { formatDay, formatDuration, formatMoment } from "@shared/dates";
import { NO_BIRTH, NO_LOGIN } from "@shared/missingReasons";
import { nameOfRace } from "@shared/races";
import * as css from "./details.module.css";
import { nameOfPlace } from "./format";
import { notesOn } from "./notes";
import { Clan } from "./Presence";
import type { Character } from "./queries";

export function Information({ character }: { character: Character }) {
  return (
    <section>
      <h3 className={css.head}>{text.information}</h3>
      <div className={css.columns}>
        <LeaderList
          rows={[
            [text.clan, <Clan key="clan" character={character} full />],
            [text.location, nameOfPlace(character.current_location)],
            [text.status, character.online ? shared.online : shared.offline],
            [text.playtime, formatDuration(character.playtime)],
            [text.lastLogin, <LastLogin key="login" at={character.last_login} />],
            [
              text.created,
              character.created_at === null ? (
                <EmptyValue key="made" reason={NO_BIRTH} />
              ) : (
                formatDay(new Date(character.created_at))
              ),
            ],
          ]}
        />
        <LeaderList
          rows={[
            [text.race, nameOfRace(character)],
            [text.classLabel, character.class_name],
            [text.nobility, nobility(character)],
            // Always Player (specification).
            [text.access, text.playerAccess],
            [text.id, character.id],
          ]}
        />
      </div>
      <dl className={css.notes}>
        <dt>{text.notes}</dt>
        <dd>{notesOn(character)}</dd>
      </dl>
    </section>
  );
}

function LastLogin({ at }: { at: string | null }) {
  return at === null ? <EmptyValue reason={NO_LOGIN} /> : formatMoment(new Date(at), new Date());
}

function nobility({ noble, hero }: Character): string {
  if (hero) return noble ? text.nobleHero : text.hero;
  return noble ? text.noble : text.noNobility;
}
