import * as text from "text:search";
import { useGet } from "@shared/api/useGet";
import { CharacterName, ClanName } from "@shared/components/CharacterName";
import { Section } from "@shared/components/Section";
import * as css from "./similar.module.css";

/** Shortest part of a name that others are looked for with. */
const MIN_PART = 2;
const MAX_ROWS = 6;

/** Characters and clans of a similar name: those that have it as a part, else those that have its first half. */
export default function SimilarNames({ name }: { name: string }) {
  const whole = useGet("/api/search", { q: name });
  const part = [...name].slice(0, Math.max(MIN_PART, Math.ceil(name.length / 2))).join("");
  const isWithout = whole.data && whole.data.data.length + whole.data.clans.length === 0;
  const others = useGet(isWithout ? "/api/search" : null, { q: part });
  const { data: characters = [], clans = [] } = (isWithout ? others.data : whole.data) ?? {};
  if (characters.length + clans.length === 0) return null;
  return (
    <Section title={text.similar}>
      <ul className={css.list}>
        {characters.slice(0, MAX_ROWS).map((row) => (
          <li key={row.char_id}>
            <CharacterName {...row} />
            <small translate="no">{row.class_name}</small>
          </li>
        ))}
        {clans.map((row) => (
          <li key={row.clan_id}>
            <ClanName name={row.clan_name} id={row.clan_id} hidden={false} />
            <small>{text.members({ count: row.members })}</small>
          </li>
        ))}
      </ul>
    </Section>
  );
}
