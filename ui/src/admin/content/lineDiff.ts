interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

const MOST_CELLS = 4_000_000;

/** Lines of two texts by their longest common subsequence; of very long changes all lines of both. */
export function lineDiff(oldText: string, newText: string): readonly DiffLine[] {
  const [oldLines, newLines] = [oldText.split("\n"), newText.split("\n")];
  let start = 0;
  while (start < Math.min(oldLines.length, newLines.length) && oldLines[start] === newLines[start]) start++;
  let end = 0;
  while (end < Math.min(oldLines.length, newLines.length) - start && oldLines.at(-1 - end) === newLines.at(-1 - end))
    end++;
  const sameLines = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: "same", text }));
  return [
    ...sameLines(oldLines.slice(0, start)),
    ...changedLines(oldLines.slice(start, oldLines.length - end), newLines.slice(start, newLines.length - end)),
    ...sameLines(oldLines.slice(oldLines.length - end)),
  ];
}

function changedLines(oldLines: readonly string[], newLines: readonly string[]): readonly DiffLine[] {
  const width = newLines.length + 1;
  const isLong = (oldLines.length + 1) * width > MOST_CELLS;
  const common = new Uint32Array(isLong ? 0 : (oldLines.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = isLong ? -1 : oldLines.length - 1; row >= 0; row--)
    for (let column = newLines.length - 1; column >= 0; column--)
      common[row * width + column] =
        oldLines[row] === newLines[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < oldLines.length || column < newLines.length) {
    const [left, right] = [oldLines[row], newLines[column]];
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
