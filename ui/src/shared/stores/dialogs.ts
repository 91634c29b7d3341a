import { create } from "zustand";

type AuthDialog = "login" | "register";

interface Dialogs {
  open: AuthDialog | null;
  show: (dialog: AuthDialog) => void;
  close: () => void;
}

/** The open auth dialog, if any. */
export const useDialogs = create<Dialogs>((set) => ({
  open: null,
  show: (open) => set({ open }),
  close: () => set({ open: null }),
}));
