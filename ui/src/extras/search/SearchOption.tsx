import * as game from "text:game";
import { races } from "text:game";
import * as text from "text:search";
import * as shared from "text:shared";
import fighter from "@art/type-fighter.svg";
import mystic from "@art/type-mystic.svg";
import priest from "@art/type-priest.svg";
import { clanText } from "@shared/clanText";
import { classType } from "@shared/classTypes";
import { Crest } from "@shared/components/Crest";
import { Glyph, Icon } from "@shared/components/Icon";
import { ICONS } from "@shared/components/icons";
import { LATER_ICONS } from "@shared/components/laterIcons";
import { CharacterActions, SubjectActions } from "@shared/components/SubjectActions";
import { CRESTS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import type { FoundCharacter, FoundClan, FoundOther } from "./results";
import * as css from "./search.module.css";

const TYPE_MARKS = { fighter, mystic, priest };

interface FoundProps<Row> {
  row: Row;
  /** Empty for a recent character, of which the rank of now is not known. */
  query: string;
}

export function CharacterOption({ row, query }: FoundProps<FoundCharacter>) {
  return (
    <>
      <img src={CRESTS[row.race]} width={28} height={28} alt={(races as Record<number, string>)[row.race] ?? ""} />
      <span className={css.who}>
        <bdi className={css.name} translate="no">
          <MarkedName name={row.char_name} query={query} />
        </bdi>
        <span className={css.build}>
          <img src={TYPE_MARKS[classType(row.class_id)]} width={18} height={18} alt="" />
          {game.levelOf({ level: formatNumber(row.level) })} <span translate="no">{row.class_name}</span>
        </span>
      </span>
      <span className={css.place}>
        {query !== "" && <span className={css.rank}>{text.rank({ rank: String(row.pvp_rank) })}</span>}
        {row.clan_name === null ? (
          <span className={css.build}>{shared.noClan}</span>
        ) : (
          <bdi className={css.build} translate="no">
            {clanText(row)}
          </bdi>
        )}
      </span>
      <CharacterActions {...row} isPointerOnly />
    </>
  );
}

export function ClanOption({ row, query }: FoundProps<FoundClan>) {
  return (
    <>
      <span className={css.crest}>{row.crest ? <Crest path={row.crest} /> : <Icon name="users" />}</span>
      <span className={css.who}>
        <bdi className={css.name} translate="no">
          <MarkedName name={row.clan_name} query={query} />
        </bdi>
        <span className={css.build}>
          {game.levelOf({ level: formatNumber(row.level) })} · {text.members({ count: row.members })}
        </span>
      </span>
      <span className={css.place}>
        <span className={css.rank}>{text.clanRank({ rank: formatNumber(row.rank) })}</span>
        {row.alliance && (
          <bdi className={css.build} translate="no">
            {row.alliance}
          </bdi>
        )}
      </span>
      <SubjectActions kind="clan" id={row.clan_id} name={row.clan_name} isPointerOnly />
    </>
  );
}

const GLYPHS: Readonly<Record<string, string>> = {
  boss: ICONS.bosses,
  monster: ICONS.bosses,
  castle: "M10 5V3M14 5V3M15 21v-3a3 3 0 0 0-6 0v3M18 3v8M18 5H6M22 11H2M22 9v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9M6 3v8",
  hall: "M3 11.500 12 4l9 7.500M5.500 10v10h13V10M9.500 20v-6h5v6",
  competition: "M7.500 4.500h9v5a4.500 4.500 0 0 1-9 0ZM12 14v6M8.500 20h7",
};

/** A boss, castle, hall, competition, item, monster, page or article; `kind` names it where no group does. */
export function OtherOption({ row, query, kind }: FoundProps<FoundOther> & { kind: string | undefined }) {
  return (
    <>
      <span className={css.crest}>
        <Glyph path={GLYPHS[row.kind] ?? LATER_ICONS.general} />
      </span>
      <span className={css.who}>
        <bdi className={css.name}>
          <MarkedName name={row.name} query={query} />
        </bdi>
        <span className={css.build}>{row.note || (query === "" && kind)}</span>
      </span>
      {(row.kind === "boss" || row.kind === "castle") && (
        <SubjectActions kind={row.kind} id={Number(row.key)} name={row.name} isPointerOnly />
      )}
    </>
  );
}

/** The name with the part that was typed marked, where folding its letters keeps their number. */
function MarkedName({ name, query }: { name: string; query: string }) {
  const lowerName = name.toLowerCase();
  const start = query === "" || lowerName.length !== name.length ? -1 : lowerName.indexOf(query.toLowerCase());
  if (start < 0) return name;
  const end = start + query.length;
  return (
    <>
      {name.slice(0, start)}
      <mark>{name.slice(start, end)}</mark>
      {name.slice(end)}
    </>
  );
}
