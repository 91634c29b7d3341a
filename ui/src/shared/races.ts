import { races } from "text:game";

/** Returns the name of a race in the page's language; the service's for a race unknown here. */
export const nameOfRace = ({ race, race_name }: { race: number; race_name: string }): string =>
  (races as Record<number, string>)[race] ?? race_name;
