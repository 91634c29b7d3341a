import { create } from "zustand";

/** Path and fragment of a link in a mail, as `/recover#k=…`; that of a notice has no secret. */
export type MailLink = `/${string}`;

/** "welcome" is the notice after a registration. */
type AuthDialog = "login" | "register" | "welcome" | "recover" | MailLink;

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
