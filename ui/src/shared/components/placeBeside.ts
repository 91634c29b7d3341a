const EDGE = 8;

/**
 * Moves a bubble, which stands in the window's top left corner, above what it explains, or below where there is no room
 * above; never over the window's edge. Tells whether what it explains is in sight.
 */
export function placeBeside(bubble: HTMLElement, anchor: HTMLElement): boolean {
  const from = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const { clientWidth, clientHeight } = document.documentElement;
  const above = from.top - height;
  const x = within(from.left + (from.width - width) / 2, clientWidth - width);
  const y = within(above >= EDGE ? above : from.bottom, clientHeight - height);
  bubble.style.translate = `${x}px ${y}px`;
  return from.bottom > 0 && from.top < clientHeight;
}

const within = (wanted: number, most: number) => Math.round(Math.max(EDGE, Math.min(wanted, most - EDGE)));
