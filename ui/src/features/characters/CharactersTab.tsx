import panels from "panels:characters";
import * as text from "text:characterList";
import * as shared from "text:shared";
import { FailedPanel } from "@shared/components/FailedPanel";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { Panels } from "@shared/panels";
import { useSession } from "@shared/stores/session";
import * as utility from "@shared/styles/utility.module.css";
import { lazy, Suspense, useState } from "react";
import { CardSkeleton } from "./CardSkeleton";
import { CharacterCard } from "./CharacterCard";
import type { DialogName } from "./CharacterDialog";
import { EmptySlot } from "./EmptySlot";
import { type Character, useCharacters } from "./queries";
import { Summary } from "./Summary";
import * as css from "./tab.module.css";

const CharacterDialog = lazy(() => import("./CharacterDialog"));

const SLOTS = 3;

interface DialogState {
  dialog: DialogName;
  character: Character;
}

/** The account's characters: a summary and one card for each. */
export default function CharactersTab() {
  const isFrozen = useSession((session) => session.isFrozen);
  const { data, error } = useCharacters();
  const [dialogState, setDialogState] = useState<DialogState | null>(null);
  if (!data) return error ? <FailedPanel title={shared.charactersFailed} /> : <Skeleton />;
  return (
    <div className={css.stack}>
      <Summary characters={data.data} slots={SLOTS} />
      <section>
        <h2 className={utility.hidden}>{text.yours}</h2>
        {data.data.length === 0 && <p className={css.noCharacters}>{shared.noCharacters}</p>}
        <div className={css.cards}>
          <CharacterCards characters={data.data} onShow={setDialogState} />
        </div>
      </section>
      {!isFrozen && <Panels of={panels} />}
      {dialogState && (
        <Suspense>
          <CharacterDialog {...dialogState} onShow={(dialog) => setDialogState(dialog && { ...dialogState, dialog })} />
        </Suspense>
      )}
    </div>
  );
}

/** The tab before its data are loaded. */
export function Skeleton() {
  return (
    <div className={css.stack} aria-busy="true">
      <Summary characters={undefined} slots={SLOTS} />
      <div className={css.cards}>
        <div role="status" className={utility.hidden}>
          <VisuallyHidden>{shared.loadingCharacters}</VisuallyHidden>
        </div>
        <CardSkeleton />
        <CardSkeleton />
        <CardSkeleton />
      </div>
    </div>
  );
}

interface CardsProps {
  characters: readonly Character[];
  onShow: (dialogState: DialogState) => void;
}

function CharacterCards({ characters, onShow }: CardsProps) {
  const slots = Array.from({ length: SLOTS }, (_, slot) => slot);
  return (
    <>
      {characters.map((character) => (
        <CharacterCard
          key={character.id}
          character={character}
          onDetails={() => onShow({ dialog: "details", character })}
          onItems={() => onShow({ dialog: "items", character })}
        />
      ))}
      {slots.slice(characters.length).map((slot) => (
        <EmptySlot key={slot} position={slot} />
      ))}
    </>
  );
}
