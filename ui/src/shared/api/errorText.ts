import { ApiError } from "./client";

/** Returns the service's message, or `fallback` without one or without a response. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.hasMessage ? error.message : fallback;
}

/** Returns the error of a whole form, or null if it is the error of one of the form's fields, which shows it. */
export function formErrorText(error: unknown, fallback: string, values: object): string | null {
  const [name, ...otherNames] = error instanceof ApiError ? Object.keys(error.fields) : [];
  return name !== undefined && name in values && otherNames.length === 0 ? null : errorText(error, fallback);
}
