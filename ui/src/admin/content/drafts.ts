import { create } from "zustand";

/** An edited text that is not saved. `hash`, `original`: of the file that it began with. */
export interface Draft {
  readonly text: string;
  readonly hash: string;
  readonly original: string;
}

interface Drafts {
  readonly drafts: Readonly<Record<string, Draft>>;
  put: (path: string, draft: Draft) => void;
  drop: (paths: readonly string[]) => void;
}

/** Unsaved texts by path, kept while the administration is open. */
export const useDrafts = create<Drafts>((set) => ({
  drafts: {},
  put: (path, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [path]: draft } })),
  drop: (paths) =>
    set(({ drafts }) => ({
      drafts: Object.fromEntries(Object.entries(drafts).filter(([path]) => !paths.includes(path))),
    })),
}));
