import * as game from "text:game";
import * as text from "text:search";
import * as shared from "text:shared";
import { memo, type ReactNode, useId } from "react";
import { type FoundSubject, type Group, idOf } from "./results";
import { CharacterOption, ClanOption, OtherOption } from "./SearchOption";
import * as css from "./search.module.css";

const KINDS: Readonly<Record<string, string>> = {
  character: game.characters,
  clan: game.clans,
  boss: text.kinds.boss,
  castle: game.castles,
  hall: text.kinds.hall,
  competition: text.kinds.competition,
  item: text.kinds.item,
  monster: text.kinds.monster,
  page: text.kinds.page,
  article: text.kinds.article,
};

interface SearchListProps {
  id: string;
  groups: readonly Group[];
  /** Empty for recent rows, of which the ranks of now are not known. */
  query: string;
  markedIndex: number;
  optionId: (index: number) => string;
}

/** All results; `data-index` of an option is its place in the whole list. It is drawn anew for other results alone. */
export const SearchList = memo(function SearchList({ id, groups, query, markedIndex, optionId }: SearchListProps) {
  const starts = groups.map((_, place) => groups.slice(0, place).reduce((sum, { rows }) => sum + rows.length, 0));
  return (
    <div id={id} role="listbox" aria-label={shared.search} hidden={groups.length === 0}>
      {groups.map(({ kind, rows }, place) => (
        <OptionGroup key={kind} name={kind === "recent" ? null : (KINDS[kind] ?? kind)}>
          {rows.map((result, row) => {
            const index = (starts[place] ?? 0) + row;
            const isMarked = index === markedIndex;
            return (
              <Option
                key={idOf(result)}
                id={optionId(index)}
                index={index}
                isMarked={isMarked}
                {...{ result, query }}
              />
            );
          })}
        </OptionGroup>
      ))}
    </div>
  );
});

interface OptionProps {
  id: string;
  index: number;
  isMarked: boolean;
  result: FoundSubject;
  query: string;
}

const Option = memo(function Option({ id, index, isMarked, result, query }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked option
    <div id={id} role="option" aria-selected={isMarked} data-index={index} className={css.option}>
      {result.kind === "character" && <CharacterOption row={result.row} query={query} />}
      {result.kind === "clan" && <ClanOption row={result.row} query={query} />}
      {result.kind === "other" && <OtherOption row={result.row} query={query} kind={KINDS[result.row.kind]} />}
    </div>
  );
});

/** Options under the name of their kind. */
function OptionGroup({ name, children }: { name: string | null; children: readonly ReactNode[] }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set is no group of a list box
    <div
      role="group"
      aria-labelledby={name === null ? undefined : id}
      aria-label={name === null ? text.recent : undefined}
    >
      {name !== null && (
        <p id={id} className={css.group}>
          {name}
        </p>
      )}
      {children}
    </div>
  );
}
