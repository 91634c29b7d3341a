import { EmptyValue } from "@shared/components/EmptyValue";
import { LeaderList } from "@shared/components/LeaderList";
import { formatDay, formatFullPlaytime, formatMoment } from "@shared/dates";
import { NO_BIRTH, NO_LOGIN } from "@shared/missingReasons";
import * as css from "./details.module.css";
import { notesOn } from "./notes";
import { Clan } from "./Presence";
import type { Character } from "./queries";

export function Information({ character }: { character: Character }) {
  return (
    <section>
      <h3 className={css.head}>Information</h3>
      <div className={css.columns}>
        <LeaderList
          rows={[
            ["Clan", <Clan key="clan" character={character} full />],
            ["Location", character.current_location],
            ["Status", character.online ? "Online" : "Offline"],
            ["Playtime", formatFullPlaytime(character.playtime)],
            ["Last login", <LastLogin key="login" at={character.last_login} />],
            [
              "Created",
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
            ["Race", character.race_name],
            ["Class", character.class_name],
            ["Nobility", nobility(character)],
            // Always Player (specification).
            ["Access level", "Player"],
            ["Id", character.id],
          ]}
        />
      </div>
      <dl className={css.notes}>
        <dt>Notes</dt>
        <dd>{notesOn(character)}</dd>
      </dl>
    </section>
  );
}

function LastLogin({ at }: { at: string | null }) {
  return at === null ? <EmptyValue reason={NO_LOGIN} /> : formatMoment(new Date(at), new Date());
}

function nobility({ noble, hero }: Character): string {
  if (hero) return noble ? "Noble, hero" : "Hero";
  return noble ? "Noble" : "None";
}
