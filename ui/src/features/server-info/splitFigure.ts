const SHORT = 16;

/**
 * Splits a text into the words before its figure, the figure with its unit, and the words after it. A short text
 * without a figure is a figure as a whole, a long one none.
 */
export function splitFigure(text: string): [prefix: string, figure: string, suffix: string] {
  const [, prefix = "", figure = "", suffix = ""] = /^((?:\D*\s)?)(\S*\d\S*(?:\s+\S+)?)(.*)$/.exec(text) ?? [];
  if (figure) return [prefix.trim(), figure, suffix.trim()];
  return text.length <= SHORT ? ["", text, ""] : [text, "", ""];
}
