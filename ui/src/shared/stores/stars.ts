import { create } from "zustand";
import type { Subject } from "../panels";

export type StarKind = Subject["kind"];

/** Names a subject in the set of the starred ones. */
export const starKey = ({ kind, id }: Pick<Subject, "kind" | "id">): string => `${kind} ${id}`;

interface Stars {
  /** Keys of what is starred; null before that is loaded, and where nothing can be starred. */
  keys: ReadonlySet<string> | null;
  /** Stars a subject, or takes its star away. */
  toggle: (subject: Subject) => void;
}

/** The stars of the account, or of the browser without a session. */
export const useStars = create<Stars>(() => ({ keys: null, toggle: () => {} }));
