/** What every form asks of a name, an address or a password; the words for it are each form's own. */

export type Problems<Values> = Partial<Record<keyof Values, string>>;

export type Rule = readonly [passes: (text: string) => boolean, otherwise: string];

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 20;
export const PASSWORD_MIN = 6;
/** The game client can type no more of either. */
export const PASSWORD_MAX = 16;
export const TYPED_NAME_MAX = 14;

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
// Printable ASCII, without a space at either end, which the game would not keep.
const PRINTABLE = /^[!-~](?:[ -~]*[!-~])?$/;

export const isFilled = (text: string): boolean => text.trim() !== "";
export const isAddress = (text: string): boolean => ADDRESS.test(text);
export const isPrintable = (text: string): boolean => PRINTABLE.test(text);

/** The words of the first rule that a text breaks. */
export const firstBroken = (text: string, rules: readonly Rule[]): string | undefined =>
  rules.find(([passes]) => !passes(text))?.[1];

/** Leaves out the fields that have nothing against them. */
export function onlyProblems<Values>(found: { [Key in keyof Values]?: string | undefined }): Problems<Values> {
  const broken = Object.entries(found).filter(([, text]) => text !== undefined);
  return Object.fromEntries(broken) as Problems<Values>;
}
