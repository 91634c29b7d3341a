const EDGE = 8;

/**
 * Moves a fixed tooltip above its anchor, or below if there is no room, within the window. Returns whether the anchor
 * is visible.
 */
export function placeBeside(bubble: HTMLElement, anchor: HTMLElement): boolean {
  const from = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const { clientWidth, clientHeight } = document.documentElement;
  const topAbove = from.top - height;
  const x = clamp(from.left + (from.width - width) / 2, clientWidth - width);
  const y = clamp(topAbove >= EDGE ? topAbove : from.bottom, clientHeight - height);
  bubble.style.translate = `${x}px ${y}px`;
  return from.bottom > 0 && from.top < clientHeight;
}

const clamp = (offset: number, max: number) => Math.round(Math.max(EDGE, Math.min(offset, max - EDGE)));
