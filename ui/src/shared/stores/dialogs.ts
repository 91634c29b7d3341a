import { create } from "zustand";

/** Path and fragment of a link in a mail, as `/recover#k=…`; that of a notice has no secret. */
export type MailLink = `/${string}`;

/** "welcome" is the notice after a registration; all but "search" belong to the account. */
type OpenDialog = "login" | "register" | "welcome" | "recover" | "search" | MailLink;

/** Returns the path that a character found by the search leads to. */
type Choose = (character: { char_name: string; char_id: number | null }) => string;

interface Dialogs {
  open: OpenDialog | null;
  /** Null: to the character's own page. */
  choose: Choose | null;
  /** Place of the login within a page; the shell shows it there while no dialog is open. */
  loginPlace: Element | null;
  show: (dialog: OpenDialog, choose?: Choose) => void;
  close: () => void;
  setLoginPlace: (place: Element | null) => void;
}

/** The dialog that the shell shows, if any. */
export const useDialogs = create<Dialogs>((set) => ({
  open: null,
  choose: null,
  loginPlace: null,
  show: (open, choose) => set({ open, choose: choose ?? null }),
  close: () => set({ open: null }),
  setLoginPlace: (loginPlace) => set({ loginPlace }),
}));
