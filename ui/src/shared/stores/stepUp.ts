import { create } from "zustand";

interface Waiting {
  /** What the player is about to do, for the dialog. */
  readonly action: string;
  readonly answer: (isProved: boolean) => void;
}

interface StepUp {
  waiting: Waiting | null;
  /** Opens the dialog; resolves to true once the player has proved the password, to false if the dialog is closed. */
  ask: (action: string) => Promise<boolean>;
  settle: (isProved: boolean) => void;
}

/** The proof that a request waits for, if any. */
export const useStepUp = create<StepUp>((set, get) => ({
  waiting: null,
  ask: (action) =>
    new Promise((resolve) => {
      get().waiting?.answer(false);
      set({ waiting: { action, answer: resolve } });
    }),
  settle: (isProved) => {
    get().waiting?.answer(isProved);
    set({ waiting: null });
  },
}));
