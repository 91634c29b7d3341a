import { DetailsDialog } from "./DetailsDialog";
import { InventoryDialog } from "./inventory/InventoryDialog";
import type { Character } from "./queries";

export type DialogName = "details" | "items";

interface Props {
  character: Character;
  dialog: DialogName;
  onShow: (dialog: DialogName | null) => void;
}

/** A character's details or items. Loaded with the first one. */
export default function CharacterDialog({ character, dialog, onShow }: Props) {
  const onClose = () => onShow(null);
  if (dialog === "items") return <InventoryDialog character={character} onClose={onClose} />;
  return <DetailsDialog character={character} onClose={onClose} onItems={() => onShow("items")} />;
}
