import * as text from "text:search";
import * as shared from "text:shared";
import { comparePath } from "@shared/comparePath";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Icon } from "@shared/components/Icon";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { paths } from "@shared/paths";
import { useSubjectPaths } from "@shared/SubjectPaths";
import { useDialogs } from "@shared/stores/dialogs";
import { useStarred } from "@shared/stores/starred";
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useId, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { addRecent, clearRecent, readRecent } from "./recent";
import { type FoundCharacter, type FoundSubject, groupsOf, idOf } from "./results";
import { SearchList } from "./SearchList";
import { SearchMessage } from "./SearchMessage";
import * as css from "./search.module.css";
import { useMainCharacter } from "./useMainCharacter";
import { TEXT_MAX, useSearch } from "./useSearch";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Truncated to the API's limit, which counts code points and not UTF-16 units. */
const tidyText = (value: string): string => [...value.trim()].slice(0, TEXT_MAX).join("");

/** Everything with a page, by part of its name. The field keeps the focus; arrow keys mark a row of all groups. */
export default function SearchDialog() {
  const { close, choose: pathOf } = useDialogs();
  const { characterPath, clanPath } = useSubjectPaths();
  const main = useMainCharacter();
  const navigate = useNavigate();
  const [fieldText, setFieldText] = useState("");
  const [markedIndex, setMarkedIndex] = useState(0);
  const query = tidyText(fieldText);
  const { error, isWaiting, retry, ...search } = useSearch(query);
  const [recent, setRecent] = useState(readRecent);
  const groups = useGroups(query === "", search, recent, pathOf !== null);
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups]);
  const total = rows.length;
  const listId = useId();
  const optionId = useCallback((index: number) => `${listId}${index}`, [listId]);
  const markedId = total > 0 ? optionId(markedIndex) : undefined;
  useEffect(() => {
    if (markedId) document.getElementById(markedId)?.scrollIntoView({ block: "nearest" });
  }, [markedId]);

  // Takes the place of the dialog's own entry in the history, so that Back returns to the page before.
  const open = (path: string) => {
    navigate(path, { replace: true });
    close();
  };
  const pathOfCharacter = (character: FoundCharacter, isCompared: boolean) => {
    const { char_name, char_id, privacy } = character;
    if (privacy !== "public") return `${paths.rankings}?${new URLSearchParams({ search_name: char_name })}`;
    if (isCompared && main && main.char_id !== char_id) return comparePath(characterPath, main, character);
    return pathOf?.(character) ?? characterPath(char_name, char_id);
  };
  const choose = (result: FoundSubject | undefined, isCompared = false) => {
    if (!result) return;
    addRecent(result);
    if (result.kind === "character") open(pathOfCharacter(result.row, isCompared));
    else open(result.kind === "clan" ? clanPath(result.row.clan_name, result.row.clan_id) : result.row.address);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.nativeEvent.isComposing || total === 0) return;
    if (event.key === "Enter" && !isWaiting) choose(rows[markedIndex], event.ctrlKey || event.metaKey);
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
          maxLength={2 * TEXT_MAX}
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the options below it are pressed */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field chooses the marked option */}
        <div
          onMouseMove={(event) => setMarkedIndex(indexAt(event) ?? markedIndex)}
          onClick={(event) => choose(rows[indexAt(event) ?? -1])}
        >
          <SearchList
            id={listId}
            groups={groups}
            query={query === "" ? "" : search.query}
            markedIndex={markedIndex}
            optionId={optionId}
          />
        </div>
        {total === 0 && <SearchMessage isEmpty={query === ""} isWaiting={isWaiting} error={error} onRetry={retry} />}
      </div>
      <p role="status" className={css.status}>
        {total > 0 && !isWaiting && <VisuallyHidden>{text.results({ count: total })}</VisuallyHidden>}
      </p>
    </Dialog>
  );
}

/** Recent rows without a text, else the results; a search for a character offers nothing else. */
function useGroups(
  isEmpty: boolean,
  { results, query }: Pick<ReturnType<typeof useSearch>, "results" | "query">,
  recent: readonly FoundSubject[],
  isOfCharacters: boolean,
) {
  const starred = useStarred(({ keys }) => keys);
  return useMemo(() => {
    const recentIds = new Set(recent.map(idOf));
    const isFirst = (result: FoundSubject) => starred.has(idOf(result)) || recentIds.has(idOf(result));
    const groups = isEmpty ? [{ kind: "recent", rows: recent }] : groupsOf(results, query, isFirst);
    return groups
      .map(({ kind, rows }) => ({
        kind,
        rows: isOfCharacters ? rows.filter((result) => result.kind === "character") : rows,
      }))
      .filter(({ rows }) => rows.length > 0);
  }, [isEmpty, results, query, recent, starred, isOfCharacters]);
}

/** Returns the place of the option under the pointer. */
function indexAt({ target }: MouseEvent): number | undefined {
  const index = (target as Element).closest<HTMLElement>("[data-index]")?.dataset.index;
  return index === undefined ? undefined : Number(index);
}

/** A dialog that opens focuses the element with this attribute, which React does not write. */
const focusFirst = (field: HTMLInputElement | null) => field?.setAttribute("autofocus", "");
