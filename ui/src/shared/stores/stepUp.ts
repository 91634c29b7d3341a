import { create } from "zustand";

interface Waiting {
  /** The action that waits for the proof, for the dialog. */
  readonly action: string;
  /** Ways to prove the second factor; empty: the password, or unknown. */
  readonly factors: readonly string[];
  readonly answer: (isProved: boolean) => void;
}

interface StepUp {
  waiting: Waiting | null;
  /** Opens the dialog; resolves to true once the player has given the proof, to false if the dialog is closed. */
  ask: (action: string, factors?: readonly string[]) => Promise<boolean>;
  settle: (isProved: boolean) => void;
}

/** The proof that a request waits for, if any. */
export const useStepUp = create<StepUp>((set, get) => ({
  waiting: null,
  ask: (action, factors = []) =>
    new Promise((resolve) => {
      get().waiting?.answer(false);
      set({ waiting: { action, factors, answer: resolve } });
    }),
  settle: (isProved) => {
    get().waiting?.answer(isProved);
    set({ waiting: null });
  },
}));
