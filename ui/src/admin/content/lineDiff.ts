export interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

const MOST_CELLS = 4_000_000;

/** Lines of two texts by their longest common subsequence; of very long changes all lines of both. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end++;
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: "same", text }));
  return [
    ...same(old.slice(0, start)),
    ...changed(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...same(old.slice(old.length - end)),
  ];
}

function changed(old: readonly string[], fresh: readonly string[]): readonly DiffLine[] {
  const width = fresh.length + 1;
  const isLong = (old.length + 1) * width > MOST_CELLS;
  const common = new Uint32Array(isLong ? 0 : (old.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = isLong ? -1 : old.length - 1; row >= 0; row--)
    for (let column = fresh.length - 1; column >= 0; column--)
      common[row * width + column] =
        old[row] === fresh[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < fresh.length) {
    const [left, right] = [old[row], fresh[column]];
    if (!isLong && left !== undefined && left === right) {
      lines.push({ kind: "same", text: left });
      row++;
      column++;
    } else if (left !== undefined && (right === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: "removed", text: left });
      row++;
    } else {
      lines.push({ kind: "added", text: right ?? "" });
      column++;
    }
  }
  return lines;
}
