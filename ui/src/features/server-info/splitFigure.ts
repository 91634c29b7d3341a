const SHORT = 16;

/**
 * Splits a text into the words before its figure, the figure with its unit, and the words after it. A short text
 * without a figure is a figure as a whole, a long one none.
 */
export function splitFigure(text: string): [before: string, figure: string, after: string] {
  const [, before = "", figure = "", after = ""] = /^((?:\D*\s)?)(\S*\d\S*(?:\s+\S+)?)(.*)$/.exec(text) ?? [];
  if (figure) return [before.trim(), figure, after.trim()];
  return text.length <= SHORT ? ["", text, ""] : [text, "", ""];
}
