/** The drawn progress of a download. The browser fetches the file itself and tells a page nothing of how far it is. */

export const STEP_MS = 200;
/** After this long the bar is full, wherever chance has left it. */
export const FULL_MS = 3000;
export const FULL = 100;
const LARGEST_STEP = 12;

/** One step further: at most `LARGEST_STEP`, and never full by chance. `roll` is within [0, 1). */
export const advance = (progress: number, roll: number): number => Math.min(FULL - 1, progress + roll * LARGEST_STEP);

/** The name a saved file gets, such as "Full Client-v1.0.0.zip". */
export const fileName = (item: { name: string; version: string }): string => `${item.name}-${item.version}.zip`;
