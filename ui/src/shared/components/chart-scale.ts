/** A point of a chart in percent of its plot, from the top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Close together, so that the highest value is not far below the end of the axis. */
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 10];

/** Returns four equal steps, round numbers, up to at least `max`: [0, 250, 500, 750, 1000]. */
export function scaleSteps(max: number): number[] {
  const rough = Math.max(1, max / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ROUND.map((factor) => factor * power).find((size) => size >= rough && size % 1 === 0);
  return [0, 1, 2, 3, 4].map((index) => index * (step ?? Math.ceil(rough)));
}

/** Returns the SVG path through the points; empty for fewer than two. */
export const linePath = (points: readonly Point[]): string =>
  points.length < 2 ? "" : `M${points.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}`;

/** Returns the index of the point nearest to `x`. */
export const nearest = (points: readonly Point[], x: number): number =>
  points.reduce(
    (best, point, index) => (Math.abs(point.x - x) < Math.abs((points[best]?.x ?? 0) - x) ? index : best),
    0,
  );
