/** Simulated progress (specification); a page cannot observe the browser's own download. */

export const STEP_MS = 200;
/** The bar is full after this time. */
export const FULL_MS = 3000;
export const FULL = 100;
const LARGEST_STEP = 12;

/** Advances by a random step and stays below full. `roll` is within [0, 1). */
export const advance = (progress: number, roll: number): number => Math.min(FULL - 1, progress + roll * LARGEST_STEP);

/** File name of a download, such as "Full Client-v1.0.0.zip". */
export const fileName = (item: { name: string; version: string }): string => `${item.name}-${item.version}.zip`;
