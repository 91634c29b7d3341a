/** Runs the work once the next frame is painted: a press shows before the page does more. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
