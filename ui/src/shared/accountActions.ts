import { names } from "text:accountActions";

/** Returns the name of an action of the security log; undefined for an unknown one. */
export const nameOfAction = (action: string): string | undefined => (names as Readonly<Record<string, string>>)[action];
