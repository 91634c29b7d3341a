/** A time of the browser's zone with its zone; null for an empty field. */
export const toMoment = (typed: string): string | null => (typed === "" ? null : new Date(typed).toISOString());
