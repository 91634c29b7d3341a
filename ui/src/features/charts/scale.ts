/** Returns the smallest round step that needs at most `maxSteps` steps. */
function roundStep(span: number, maxSteps: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, span / maxSteps)));
  return [1, 2, 5, 10].map((factor) => factor * size).find((step) => span / step <= maxSteps) ?? 10 * size;
}

/** Returns round tick values from at or below `least` to at or above `greatest`. */
export function ticks(min: number, max: number, maxSteps: number): number[] {
  const step = roundStep(Math.max(1, max - min), maxSteps);
  const first = Math.floor(min / step) * step;
  const last = Math.max(first + step, Math.ceil(max / step) * step);
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, index) => first + index * step);
}
