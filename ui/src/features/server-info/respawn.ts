const LONGEST = 10;

/** Where "7-10 days" opens and closes, in percent of ten of its own unit. A text without two figures fills the track. */
export function respawnWindow(text: string): { from: number; to: number } {
  const [from, to] = (text.match(/\d+/g) ?? []).map((figure) => (Math.min(LONGEST, Number(figure)) / LONGEST) * 100);
  return from === undefined || to === undefined ? { from: 0, to: 100 } : { from, to };
}
