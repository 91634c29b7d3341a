/** First and last class id of each line of mystics, third classes last. */
const MYSTICS = [
  [10, 17],
  [25, 30],
  [38, 43],
  [49, 52],
  [94, 98],
  [103, 105],
  [110, 112],
  [115, 116],
] as const;

export const isMystic = (classId: number): boolean =>
  MYSTICS.some(([first, last]) => first <= classId && classId <= last);
