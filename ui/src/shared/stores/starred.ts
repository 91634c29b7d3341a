import { create } from "zustand";

interface Starred {
  /** As "boss:29020" or "character:Aurelion". */
  keys: ReadonlySet<string>;
}

/** What the reader has starred. The search lists it first; empty while no part of the page keeps stars. */
export const useStarred = create<Starred>(() => ({ keys: new Set() }));
