type Range = readonly [first: number, last: number];

/** First and last class id of each line of mystics, third classes last. */
const MYSTICS: readonly Range[] = [
  [10, 17],
  [25, 30],
  [38, 43],
  [49, 52],
  [94, 98],
  [103, 105],
  [110, 112],
  [115, 116],
];
/** Those of them that heal: clerics and oracles with their later classes. */
const PRIESTS: readonly Range[] = [
  [15, 17],
  [29, 30],
  [42, 43],
  [97, 98],
  [105, 105],
  [112, 112],
];

const isIn = (ranges: readonly Range[], id: number) => ranges.some(([first, last]) => first <= id && id <= last);

export const isMystic = (classId: number): boolean => isIn(MYSTICS, classId);

export function classType(classId: number): "fighter" | "mystic" | "priest" {
  if (isIn(PRIESTS, classId)) return "priest";
  return isMystic(classId) ? "mystic" : "fighter";
}
