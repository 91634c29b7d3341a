import * as text from "text:search";
import { NAME_MAX, tidyName } from "@shared/characterNames";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Icon } from "@shared/components/Icon";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { characterPath, comparePath, paths } from "@shared/paths";
import { useDialogs } from "@shared/stores/dialogs";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router-dom";
import { addRecent, clearRecent, readRecent } from "./recent";
import { SearchMessage } from "./SearchMessage";
import { SearchOption } from "./SearchOption";
import * as css from "./search.module.css";
import { useMainCharacter } from "./useMainCharacter";
import { type FoundCharacter, useSearch } from "./useSearch";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Characters by part of a name. The field keeps the focus; arrow keys mark a row of the list. */
export default function SearchDialog() {
  const { close, choose: pathOf } = useDialogs();
  const main = useMainCharacter();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [marked, setMarked] = useState(0);
  const query = tidyName(typed);
  const { rows: found, error, isWaiting, retry } = useSearch(query);
  const [recent, setRecent] = useState(readRecent);
  const rows = query === "" ? recent : found;
  const listId = useId();
  const optionId = (index: number) => `${listId}${index}`;
  const markedId = rows.length > 0 ? optionId(marked) : undefined;
  useEffect(() => {
    if (markedId) document.getElementById(markedId)?.scrollIntoView({ block: "nearest" });
  }, [markedId]);

  // Takes the place of the dialog's own entry in the history, so that Back returns to the page before.
  const choose = (found: FoundCharacter, isCompared = false) => {
    const { char_name, char_id, privacy } = found;
    addRecent(found);
    const inRankings = `${paths.rankings}?${new URLSearchParams({ search_name: char_name })}`;
    const path = isCompared && main ? comparePath(main, found) : (pathOf?.(found) ?? characterPath(char_name, char_id));
    navigate(privacy === "public" ? path : inRankings, { replace: true });
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const row = rows[marked];
    if (event.nativeEvent.isComposing || row === undefined) return;
    if (event.key === "Enter" && !isWaiting) choose(row, event.ctrlKey || event.metaKey);
    if (step === undefined) return;
    event.preventDefault();
    setMarked((marked + step + rows.length) % rows.length);
  };
  const clear = () => {
    clearRecent();
    setRecent([]);
  };
  const type = (value: string) => {
    setTyped(value);
    setMarked(0);
  };
  return (
    <Dialog title={text.title} size="md" onClose={close}>
      <div className={css.field}>
        <Icon name="search" />
        <input
          ref={focusFirst}
          role="combobox"
          aria-label={text.name}
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-activedescendant={markedId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={2 * NAME_MAX}
          placeholder={text.placeholder}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={css.results} aria-busy={isWaiting}>
        {query === "" && rows.length > 0 && (
          <p className={css.recent}>
            {text.recent}
            <Button look="ghost" onClick={clear}>
              {text.clearRecent}
            </Button>
          </p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a list box is a list of options */}
        <ul id={listId} role="listbox" aria-label={text.title} hidden={rows.length === 0}>
          {rows.map((row, index) => (
            <SearchOption
              key={row.char_id}
              id={optionId(index)}
              row={row}
              query={query}
              isMarked={index === marked}
              onMark={() => setMarked(index)}
              onChoose={() => choose(row)}
            />
          ))}
        </ul>
        {rows.length === 0 && (
          <SearchMessage isEmpty={query === ""} isWaiting={isWaiting} error={error} onRetry={retry} />
        )}
      </div>
      <p role="status" className={css.status}>
        {rows.length > 0 && !isWaiting && <VisuallyHidden>{text.results({ count: rows.length })}</VisuallyHidden>}
      </p>
    </Dialog>
  );
}

/** A dialog that opens focuses the element with this attribute, which React does not write. */
const focusFirst = (field: HTMLInputElement | null) => field?.setAttribute("autofocus", "");
