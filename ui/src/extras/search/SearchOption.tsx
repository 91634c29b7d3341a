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
import { Icon } from "@shared/components/Icon";
import { CharacterActions, SubjectActions } from "@shared/components/SubjectActions";
import { CRESTS } from "@shared/emblems";
import { formatNumber } from "@shared/format";
import type { ReactNode } from "react";
import * as css from "./search.module.css";
import type { FoundCharacter, FoundClan } from "./useSearch";

const TYPE_MARKS = { fighter, mystic, priest };

interface SearchOptionProps {
  id: string;
  isMarked: boolean;
  onMark: () => void;
  onChoose: () => void;
  children: ReactNode;
}

export function SearchOption({ id, isMarked, onMark, onChoose, children }: SearchOptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked option
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field chooses the marked option
    <div id={id} role="option" aria-selected={isMarked} className={css.option} onMouseMove={onMark} onClick={onChoose}>
      {children}
    </div>
  );
}

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
