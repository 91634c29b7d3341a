const LONGEST = 10;

/** Start and end of "7-10 days" in percent of ten units. A text without two numbers fills the track. */
export function respawnWindow(text: string): { from: number; to: number } {
  const [from, to] = (text.match(/\d+/g) ?? []).map((figure) => (Math.min(LONGEST, Number(figure)) / LONGEST) * 100);
  return from === undefined || to === undefined ? { from: 0, to: 100 } : { from, to };
}
