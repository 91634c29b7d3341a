import * as fields from "text:fields";
import * as forms from "text:forms";
/** The checks that forms share; each form adds its own texts. */

export type Problems<Values> = Partial<Record<keyof Values, string>>;

/** A check and the text to show if it fails. */
export type Rule = readonly [passes: (text: string) => boolean, message: string];

export const USERNAME_MIN = 3;
export const PASSWORD_MIN = 6;
/** Longest password that the game client accepts. */
const PASSWORD_MAX = 16;

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
// Printable ASCII without a space at either end: the game would drop those.
const PRINTABLE = /^[!-~](?:[ -~]*[!-~])?$/;

export const isPresent = (text: string): boolean => text !== "";
export const isFilled = (text: string): boolean => text.trim() !== "";
export const isAddress = (text: string): boolean => ADDRESS.test(text);
export const hasAtLeast =
  (length: number) =>
  (text: string): boolean =>
    text.length >= length;
export const hasAtMost =
  (length: number) =>
  (text: string): boolean =>
    text.length <= length;

/** The upper limits of a new password. The text for a short one differs between forms. */
export const PASSWORD_LIMITS: readonly Rule[] = [
  [hasAtMost(PASSWORD_MAX), forms.passwordLong({ max: String(PASSWORD_MAX) })],
  [(text) => PRINTABLE.test(text), fields.printable],
];

/** Returns the text of the first rule that fails. */
export const firstBroken = (text: string, rules: readonly Rule[]): string | undefined =>
  rules.find(([passes]) => !passes(text))?.[1];

/** Drops the fields without a problem. */
export function onlyProblems<Values>(messages: { [Key in keyof Values]?: string | undefined }): Problems<Values> {
  const problems = Object.entries(messages).filter(([, text]) => text !== undefined);
  return Object.fromEntries(problems) as Problems<Values>;
}
