import * as text from "text:characterDetails";
import * as game from "text:game";
import * as shared from "text:shared";
import { EmptyValue } from "@shared/components/EmptyValue";
import { LeaderList } from "@shared/components/LeaderList";
import { formatDay, formatMoment } from "@shared/dates";
import { formatDuration } from "@shared/durations";
import { NO_BIRTH, NO_LOGIN } from "@shared/missingReasons";
import { nameOfPlace } from "@shared/placeNames";
import { nameOfRace } from "@shared/races";
import * as css from "./details.module.css";
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
            [game.clan, <Clan key="clan" character={character} full />],
            [game.location, nameOfPlace(character.current_location)],
            [shared.status, character.online ? shared.online : shared.offline],
            [game.playtime, formatDuration(character.playtime)],
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
            [game.race, nameOfRace(character)],
            [game.className, character.class_name],
            [text.nobility, nobility(character)],
            // Always Player (specification).
            [shared.accessLevel, text.playerAccess],
            [text.id, character.id],
          ]}
        />
      </div>
      <dl className={css.notes}>
        <dt>{shared.notes}</dt>
        <dd>{notesOn(character)}</dd>
      </dl>
    </section>
  );
}

function LastLogin({ at }: { at: string | null }) {
  return at === null ? <EmptyValue reason={NO_LOGIN} /> : formatMoment(new Date(at), new Date());
}

function nobility({ noble, hero }: Character): string {
  if (hero) return noble ? text.nobleHero : game.hero;
  return noble ? game.noble : text.noNobility;
}
