import { create } from "zustand";
import type { Subject } from "../panels";

export type StarKind = Subject["kind"];

/** "boss:29020". */
export const starKey = ({ kind, id }: Pick<Subject, "kind" | "id">): string => `${kind}:${id}`;

interface Starred {
  keys: ReadonlySet<string>;
  /** Stars a subject, or takes its star away; null before the stars are loaded, and where nothing keeps any. */
  toggle: ((subject: Subject) => void) | null;
}

/** Stars of the reader: of the account, or of the browser. */
export const useStarred = create<Starred>(() => ({ keys: new Set(), toggle: null }));
