/** Height of a label at the end of a line, in percent of the lowest plot. */
export const LABEL_PERCENT = 11;

/** Moves overlapping labels apart and keeps them between the space above the plot and its bottom; all in percent of the plot. */
export function separate(tops: readonly number[]): number[] {
  const order = tops.map((_, index) => index).sort((a, b) => (tops[a] ?? 0) - (tops[b] ?? 0));
  const positions = [...tops];
  let free = -LABEL_PERCENT;
  for (const index of order) {
    positions[index] = Math.max(free, tops[index] ?? 0);
    free = (positions[index] ?? 0) + LABEL_PERCENT;
  }
  let floor = 100 - LABEL_PERCENT;
  for (const index of order.reverse()) {
    positions[index] = Math.min(floor, positions[index] ?? 0);
    floor = (positions[index] ?? 0) - LABEL_PERCENT;
  }
  return positions;
}
