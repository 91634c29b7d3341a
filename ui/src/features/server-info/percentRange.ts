/** Start and end of "7-10 days" in percent of `longest`. A text without two numbers is the whole range. */
export function percentRange(text: string, longest: number): { from: number; to: number } {
  const [from, to] = (text.match(/\d+/g) ?? []).map((figure) => (Math.min(longest, Number(figure)) / longest) * 100);
  return from === undefined || to === undefined ? { from: 0, to: 100 } : { from, to };
}
