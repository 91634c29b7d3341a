/** Longest text that the API searches names for, in code points. */
export const NAME_MAX = 16;

/** Truncated to the API's limit, which counts code points and not UTF-16 units. */
export const tidyName = (text: string): string => [...text.trim()].slice(0, NAME_MAX).join("");
