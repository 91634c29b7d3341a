/** Returns the ids with this one added, or without it. */
export const toggle = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((selectedId) => selectedId !== id) : [...ids, id];
