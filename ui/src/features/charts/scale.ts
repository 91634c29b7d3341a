/** Returns the smallest round step that needs at most `most` steps. */
function roundStep(span: number, most: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, span / most)));
  return [1, 2, 5, 10].map((each) => each * size).find((step) => span / step <= most) ?? 10 * size;
}

/** Returns round tick values from at or below `least` to at or above `greatest`. */
export function ticks(least: number, greatest: number, most: number): number[] {
  const step = roundStep(Math.max(1, greatest - least), most);
  const first = Math.floor(least / step) * step;
  const last = Math.max(first + step, Math.ceil(greatest / step) * step);
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, index) => first + index * step);
}
