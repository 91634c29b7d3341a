/** A time of the browser's zone with its zone; null for an empty field. */
export const toMoment = (localTime: string): string | null =>
  localTime === "" ? null : new Date(localTime).toISOString();
