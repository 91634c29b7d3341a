import { create } from "zustand";

interface PendingProof {
  /** The action that waits for the proof, for the dialog. */
  readonly action: string;
  /** Ways to prove the second factor; empty: the password, or unknown. */
  readonly factors: readonly string[];
  readonly answer: (isProved: boolean) => void;
}

interface StepUp {
  pendingProof: PendingProof | null;
  /** Opens the dialog; resolves to true once the player has given the proof, to false if the dialog is closed. */
  ask: (action: string, factors?: readonly string[]) => Promise<boolean>;
  settle: (isProved: boolean) => void;
}

/** The proof that a request waits for, if any. */
export const useStepUp = create<StepUp>((set, get) => ({
  pendingProof: null,
  ask: (action, factors = []) =>
    new Promise((resolve) => {
      get().pendingProof?.answer(false);
      set({ pendingProof: { action, factors, answer: resolve } });
    }),
  settle: (isProved) => {
    get().pendingProof?.answer(isProved);
    set({ pendingProof: null });
  },
}));
