import { create } from "zustand";

export const UNDO_MINUTES = 10;

/** The change of a panel. */
export interface ChangeTarget {
  title: string;
  /** Label of the button. */
  action: string;
  /** Address of the call, and its method. */
  path: string;
  method?: "POST" | "PUT" | "DELETE";
  /** The form without reason and version. The dry run is repeated when it changes. */
  form?: object;
}

/** A change that can be undone for ten minutes, and the opposite one. */
export interface Undo extends ChangeTarget {
  /** The change that was made. */
  changeTitle: string;
  /** The reason that was given for it. */
  reason: string;
  /** Called after the opposite change, so that its page reads again. */
  onDone: () => void;
}

interface UndoStore {
  offer: Undo | null;
  setOffer: (offer: Undo | null) => void;
}

/** The last change alone: a second one takes its place. */
export const useUndo = create<UndoStore>((set) => ({ offer: null, setOffer: (offer) => set({ offer }) }));
