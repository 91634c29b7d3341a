import * as text from "text:character";
import { hiddenHero } from "text:shared";
import { dayOf, formatDate } from "@shared/charts/days";
import { ClanName } from "@shared/components/CharacterName";
import { Glyph, Icon } from "@shared/components/Icon";
import { LATER_ICONS } from "@shared/components/laterIcons";
import { Section } from "@shared/components/Section";
import type { ReactNode } from "react";
import * as css from "./character.module.css";
import type { Progress } from "./days";

const SENTENCES = { left: text.left, joined: text.joined, member: text.member };

interface Change {
  key: string;
  day: string;
  icon: "user" | "users" | "arrow" | "left";
  children: ReactNode;
}

/** Former names, and joins and leaves of clans, the newest first. */
export function Names({ names, clans }: Pick<Progress, "names" | "clans">) {
  const changes = [...renames(names), ...moves(clans)].sort((a, b) => b.day.localeCompare(a.day));
  return (
    <Section title={text.names}>
      <ul className={css.changes}>
        {changes.map(({ key, day, icon, children }) => (
          <li key={key}>
            {icon === "user" ? <Glyph path={LATER_ICONS.user} /> : <Icon name={icon} />}
            <span>{children}</span>
            <time dateTime={day}>{formatDate(dayOf(day))}</time>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const renames = (names: Progress["names"]): Change[] =>
  names.map(({ day, name }, index) => ({
    key: `name ${day}`,
    day,
    icon: "user",
    children: index
      ? text.renamed({ name: <bdi>{names[index - 1]?.name ?? hiddenHero}</bdi> })
      : text.firstSeen({ name: <bdi>{name ?? hiddenHero}</bdi> }),
  }));

/** The first row is the clan at first sight. */
const moves = (clans: Progress["clans"]): Change[] =>
  clans.flatMap((stay, index): Change[] => {
    const previousStay = clans[index - 1];
    const leaveEvents = previousStay?.clan_id
      ? [{ ...event("left", previousStay, stay.day), icon: "left" as const }]
      : [];
    const joinEvents = stay.clan_id ? [{ ...event("joined", stay, stay.day), icon: "arrow" as const }] : [];
    return index
      ? [...joinEvents, ...leaveEvents]
      : stay.clan_id
        ? [{ ...event("member", stay, stay.day), icon: "users" }]
        : [];
  });

function event(
  kind: keyof typeof SENTENCES,
  { clan_id, clan_name, clan_hidden }: Progress["clans"][number],
  day: string,
) {
  const clan = clan_name === null ? text.formerClan : <ClanName name={clan_name} id={clan_id} hidden={clan_hidden} />;
  return { key: `${kind} ${day}`, day, children: SENTENCES[kind]({ clan }) };
}
