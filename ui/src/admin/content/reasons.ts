import * as text from "text:adminContent";

/** Reasons of the library that checks values: what it says, and what the operator can do. */
const REASONS: readonly (readonly [RegExp, string | ((part: string) => string)])[] = [
  [/^Expected `int`/, text.reasons.number],
  [/^Expected `str` of length >= /, text.reasons.empty],
  [/^Expected `str` of length <= (\d+)/, (most) => text.reasons.long({ most })],
  [/^Expected `str` matching regex .*https/, text.reasons.link],
  [/^Expected `str` matching regex .*#/, text.reasons.color],
  [/^Expected `str` matching regex .*@/, text.reasons.email],
  [/^Expected `str` matching regex /, text.reasons.line],
  [/^Object missing required field `(.*?)`/, (name) => text.reasons.missing({ name })],
  [/^Object contains unknown field `(.*?)`/, (name) => text.reasons.unknown({ name })],
];

/** The reason of a mistake in the operator's language, where it is of a known kind. The field shows the place. */
export function reasonOf(reason: string): string {
  for (const [pattern, known] of REASONS) {
    const match = pattern.exec(reason);
    if (match) return typeof known === "string" ? known : known(match[1] ?? "");
  }
  return reason.replace(/ - at `\$.*`$/, "");
}
