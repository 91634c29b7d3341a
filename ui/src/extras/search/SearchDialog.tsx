import * as game from "text:game";
import * as text from "text:search";
import * as shared from "text:shared";
import { NAME_MAX, tidyName } from "@shared/characterNames";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Icon } from "@shared/components/Icon";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { paths } from "@shared/paths";
import { useSubjectPaths } from "@shared/SubjectPaths";
import { useDialogs } from "@shared/stores/dialogs";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router-dom";
import { addRecent, clearRecent, readRecent } from "./recent";
import { SearchMessage } from "./SearchMessage";
import { CharacterOption, ClanOption, SearchOption } from "./SearchOption";
import * as css from "./search.module.css";
import { useMainCharacter } from "./useMainCharacter";
import { type FoundCharacter, type FoundClan, useSearch } from "./useSearch";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Characters and clans by part of a name. The field keeps the focus; arrow keys mark a row of both lists. */
export default function SearchDialog() {
  const { close, choose: pathOf } = useDialogs();
  const { characterPath, clanPath, comparePath } = useSubjectPaths();
  const main = useMainCharacter();
  const navigate = useNavigate();
  const [fieldText, setFieldText] = useState("");
  const [markedIndex, setMarkedIndex] = useState(0);
  const query = tidyName(fieldText);
  const search = useSearch(query);
  const { error, isWaiting, retry } = search;
  const [recent, setRecent] = useState(readRecent);
  const characters = query === "" ? recent : search.characters;
  // A search for a character offers no clans.
  const clans = query === "" || pathOf ? [] : search.clans;
  const total = characters.length + clans.length;
  const listId = useId();
  const optionId = (index: number) => `${listId}${index}`;
  const optionAt = (index: number) => ({
    id: optionId(index),
    isMarked: index === markedIndex,
    onMark: () => setMarkedIndex(index),
  });
  const markedId = total > 0 ? optionId(markedIndex) : undefined;
  useEffect(() => {
    if (markedId) document.getElementById(markedId)?.scrollIntoView({ block: "nearest" });
  }, [markedId]);

  // Takes the place of the dialog's own entry in the history, so that Back returns to the page before.
  const open = (path: string) => {
    navigate(path, { replace: true });
    close();
  };
  const choose = (character: FoundCharacter, isCompared = false) => {
    const { char_name, char_id, privacy } = character;
    addRecent(character);
    const inRankings = `${paths.rankings}?${new URLSearchParams({ search_name: char_name })}`;
    const characterAddress = pathOf?.(character) ?? characterPath(char_name, char_id);
    open(privacy !== "public" ? inRankings : isCompared && main ? comparePath(main, character) : characterAddress);
  };
  const chooseClan = (clan: FoundClan) => open(clanPath(clan.clan_name, clan.clan_id));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.nativeEvent.isComposing || total === 0) return;
    if (event.key === "Enter" && !isWaiting) {
      const [character, clan] = [characters[markedIndex], clans[markedIndex - characters.length]];
      if (character) choose(character, event.ctrlKey || event.metaKey);
      else if (clan) chooseClan(clan);
    }
    if (step === undefined) return;
    event.preventDefault();
    setMarkedIndex((markedIndex + step + total) % total);
  };
  const clear = () => {
    clearRecent();
    setRecent([]);
  };
  const type = (value: string) => {
    setFieldText(value);
    setMarkedIndex(0);
  };
  return (
    <Dialog title={shared.search} size="md" onClose={close}>
      <div className={css.field}>
        <Icon name="search" />
        <input
          ref={focusFirst}
          role="combobox"
          aria-label={text.name}
          aria-expanded={total > 0}
          aria-controls={listId}
          aria-activedescendant={markedId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={2 * NAME_MAX}
          placeholder={shared.partOfName}
          value={fieldText}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={css.results} aria-busy={isWaiting}>
        {query === "" && total > 0 && (
          <p className={css.recent}>
            {text.recent}
            <Button look="ghost" onClick={clear}>
              {text.clearRecent}
            </Button>
          </p>
        )}
        <div id={listId} role="listbox" aria-label={shared.search} hidden={total === 0}>
          <Group name={query === "" ? null : game.characters}>
            {characters.map((row, index) => (
              <SearchOption key={row.char_id} {...optionAt(index)} onChoose={() => choose(row)}>
                <CharacterOption row={row} query={query} />
              </SearchOption>
            ))}
          </Group>
          <Group name={game.clans}>
            {clans.map((row, index) => (
              <SearchOption key={row.clan_id} {...optionAt(characters.length + index)} onChoose={() => chooseClan(row)}>
                <ClanOption row={row} query={query} />
              </SearchOption>
            ))}
          </Group>
        </div>
        {total === 0 && <SearchMessage isEmpty={query === ""} isWaiting={isWaiting} error={error} onRetry={retry} />}
      </div>
      <p role="status" className={css.status}>
        {total > 0 && !isWaiting && <VisuallyHidden>{text.results({ count: total })}</VisuallyHidden>}
      </p>
    </Dialog>
  );
}

/** Options under the name of their kind; nothing without options. */
function Group({ name, children }: { name: string | null; children: readonly ReactNode[] }) {
  const id = useId();
  if (children.length === 0) return null;
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

/** A dialog that opens focuses the element with this attribute, which React does not write. */
const focusFirst = (field: HTMLInputElement | null) => field?.setAttribute("autofocus", "");
