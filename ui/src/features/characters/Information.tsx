import { EmptyValue } from "@shared/components/EmptyValue";
import { LeaderList } from "@shared/components/LeaderList";
import { formatDay, formatFullPlaytime, formatMoment } from "@shared/dates";
import { NO_BIRTH, NO_LOGIN } from "@shared/missingReasons";
import * as css from "./details.module.css";
import { notesOn } from "./notes";
import { Clan } from "./Presence";
import type { Character } from "./queries";

export function Information({ of }: { of: Character }) {
  return (
    <section>
      <h3 className={css.head}>Information</h3>
      <div className={css.columns}>
        <LeaderList
          rows={[
            ["Clan", <Clan key="clan" of={of} full />],
            ["Location", of.current_location],
            ["Status", of.online ? "Online" : "Offline"],
            ["Playtime", formatFullPlaytime(of.playtime)],
            ["Last login", <LastLogin key="login" at={of.last_login} />],
            [
              "Created",
              of.created_at === null ? <EmptyValue key="made" why={NO_BIRTH} /> : formatDay(new Date(of.created_at)),
            ],
          ]}
        />
        <LeaderList
          rows={[
            ["Race", of.race_name],
            ["Class", of.class_name],
            ["Nobility", nobility(of)],
            // Always Player (specification).
            ["Access level", "Player"],
            ["Id", of.id],
          ]}
        />
      </div>
      <dl className={css.notes}>
        <dt>Notes</dt>
        <dd>{notesOn(of)}</dd>
      </dl>
    </section>
  );
}

function LastLogin({ at }: { at: string | null }) {
  return at === null ? <EmptyValue why={NO_LOGIN} /> : formatMoment(new Date(at), new Date());
}

function nobility({ noble, hero }: Character): string {
  if (hero) return noble ? "Noble, hero" : "Hero";
  return noble ? "Noble" : "None";
}
