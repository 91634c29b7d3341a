/** Returns the smallest round step that needs at most `maxSteps` steps. */
function roundStep(span: number, maxSteps: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, span / maxSteps)));
  return [1, 2, 5, 10].map((factor) => factor * size).find((step) => span / step <= maxSteps) ?? 10 * size;
}

/** Returns round tick values from at or below `min` to at or above `max`. */
export function ticks(min: number, max: number, maxSteps: number): number[] {
  const step = roundStep(Math.max(1, max - min), maxSteps);
  const first = Math.floor(min / step) * step;
  const last = Math.max(first + step, Math.ceil(max / step) * step);
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, index) => first + index * step);
}

const MAX_LEVEL = 80;

/**
 * Returns round levels around the values, from 1 to the highest level of the game. Progress within that level is beyond
 * it: an axis of few levels has room for it.
 */
export function levelSteps(min: number, max: number): number[] {
  const round = ticks(min, max, 5);
  const step = (round[1] ?? 1) - (round[0] ?? 0);
  const steps = round.map((level) => Math.max(1, level));
  if (max > MAX_LEVEL + 1 || (steps.at(-1) ?? 0) <= MAX_LEVEL) return steps;
  const end = step > 2 ? MAX_LEVEL : MAX_LEVEL + 1;
  return [...steps.filter((level) => level < end - step / 2), end];
}
