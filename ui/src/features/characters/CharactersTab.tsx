import { ErrorState } from "@shared/components/ErrorState";
import { Panel } from "@shared/components/Panel";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import * as utility from "@shared/styles/utility.module.css";
import { type ReactNode, useState } from "react";
import { CardSkeleton } from "./CardSkeleton";
import { CharacterCard } from "./CharacterCard";
import { DetailsDialog } from "./DetailsDialog";
import { EmptySlot } from "./EmptySlot";
import { InventoryDialog } from "./inventory/InventoryDialog";
import { type Character, useCharacters } from "./queries";
import { Summary } from "./Summary";
import * as css from "./tab.module.css";

const SLOTS = 3;

interface DialogState {
  dialog: "details" | "items";
  character: Character;
}

/** The account's characters: a summary, one card for each, then `children`. */
export function CharactersTab({ children }: { children: ReactNode }) {
  const { data, error } = useCharacters();
  const [dialogState, setDialogState] = useState<DialogState | null>(null);
  if (error && !data) {
    return (
      <Panel>
        <ErrorState title="Failed to load characters. Please try again." />
      </Panel>
    );
  }
  return (
    <div className={css.stack} aria-busy={!data}>
      <Summary characters={data?.data} slots={SLOTS} />
      <section>
        <h2 className={utility.hidden}>Your characters</h2>
        {data?.data.length === 0 && (
          <p className={css.noCharacters}>No characters yet. Create one in the game and it will appear here.</p>
        )}
        <div className={css.cards}>
          {data ? <CharacterCards characters={data.data} onShow={setDialogState} /> : <LoadingCards />}
        </div>
      </section>
      {children}
      {dialogState && <OpenDialog dialogState={dialogState} onShow={setDialogState} />}
    </div>
  );
}

function LoadingCards(): ReactNode {
  return (
    <>
      <div role="status" className={utility.hidden}>
        <VisuallyHidden>Loading your characters</VisuallyHidden>
      </div>
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
    </>
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

function OpenDialog({
  dialogState: { dialog, character },
  onShow,
}: {
  dialogState: DialogState;
  onShow: (dialogState: DialogState | null) => void;
}) {
  const onClose = () => onShow(null);
  if (dialog === "items") return <InventoryDialog character={character} onClose={onClose} />;
  return (
    <DetailsDialog character={character} onClose={onClose} onItems={() => onShow({ dialog: "items", character })} />
  );
}
