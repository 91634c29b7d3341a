import * as text from "text:clan";
import * as game from "text:game";
import { dayOf, formatDate } from "@shared/charts/days";
import { Badge } from "@shared/components/Badge";
import { ClanName } from "@shared/components/CharacterName";
import { Crest } from "@shared/components/Crest";
import { Section } from "@shared/components/Section";
import { formatNumber } from "@shared/format";
import * as utility from "@shared/styles/utility.module.css";
import type { ClanHistory, ClanPage } from "./answers";
import * as css from "./clan.module.css";

const SIDES = {
  both: { label: game.mutual, tone: "bad" },
  enemy: { label: text.declaredOnUs, tone: "wait" },
  clan: { label: text.declaredByUs, tone: "off" },
} as const;

export function Wars({ wars }: { wars: ClanHistory["wars"] }) {
  return (
    <Section title={text.wars} note={text.warsNote}>
      {wars.length === 0 ? (
        <p className={utility.muted}>{text.atPeace}</p>
      ) : (
        <ul className={css.list}>
          {wars.map(({ enemy, declared_by, since }) => (
            <li key={enemy.clan_id}>
              <Crest path={enemy.crest} />
              <span className={css.who}>
                <ClanName name={enemy.name} id={enemy.clan_id} hidden={enemy.hidden} />
                <small>{since ? text.warSince({ day: formatDate(dayOf(since)) }) : text.warBefore}</small>
              </span>
              <Badge tone={SIDES[declared_by].tone}>{SIDES[declared_by].label}</Badge>
            </li>
          ))}
        </ul>
      )}
      <p className={css.hint}>{text.noScore}</p>
    </Section>
  );
}

/** Clans with their level and members: the allies, or others of the same name. */
export function Clans({ title, clans }: { title: string; clans: ClanPage["allies"] }) {
  return (
    <Section title={title}>
      <ul className={css.list}>
        {clans.map((clan) => (
          <li key={clan.clan_id}>
            <Crest path={clan.crest} />
            <span className={css.who}>
              <ClanName name={clan.clan_name} id={clan.clan_id} hidden={clan.clan_hidden} />
              <small>{game.levelOf({ level: String(clan.level) })}</small>
            </span>
            <span className={css.figure}>
              {formatNumber(clan.members)}
              <small>{text.membersUnit}</small>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
