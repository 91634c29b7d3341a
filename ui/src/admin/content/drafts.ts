import { create } from "zustand";

/** An edited text that is not saved. `hash`, `original`: of the file that it began with. */
interface Draft {
  readonly text: string;
  readonly hash: string;
  readonly original: string;
}

/** A change of one file. `text` null: delete it. `upload`: of a picture. */
export interface Edit {
  readonly path: string;
  readonly hash: string;
  readonly text: string | null;
  readonly original?: string | undefined;
  readonly upload?: string | undefined;
}

interface Drafts {
  readonly drafts: Readonly<Record<string, Draft>>;
  put: (path: string, draft: Draft) => void;
  drop: (paths: readonly string[]) => void;
  /** Drops those that began with the files that were replaced; a later one stays. */
  settle: (edits: readonly Edit[]) => void;
}

/** Unsaved texts by path, kept while the administration is open. */
export const useDrafts = create<Drafts>((set, get) => ({
  drafts: {},
  put: (path, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [path]: draft } })),
  drop: (paths) =>
    set(({ drafts }) => ({
      drafts: Object.fromEntries(Object.entries(drafts).filter(([path]) => !paths.includes(path))),
    })),
  settle: (edits) =>
    get().drop(edits.filter(({ path, hash }) => get().drafts[path]?.hash === hash).map(({ path }) => path)),
}));
