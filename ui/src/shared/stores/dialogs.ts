import { create } from "zustand";

/** Path and fragment of a link in a mail, as `/recover#k=…`; that of a notice has no secret. */
export type MailLink = `/${string}`;

/** "welcome" is the notice after a registration; all but "search" belong to the account. */
type OpenDialog = "login" | "register" | "welcome" | "recover" | "search" | MailLink;

interface Dialogs {
  open: OpenDialog | null;
  show: (dialog: OpenDialog) => void;
  close: () => void;
}

/** The dialog that the shell shows, if any. */
export const useDialogs = create<Dialogs>((set) => ({
  open: null,
  show: (open) => set({ open }),
  close: () => set({ open: null }),
}));
