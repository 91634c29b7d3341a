const WIDTH = 5;

/** The page numbers to offer: at most five, around the open one. */
export function pagerWindow(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(WIDTH / 2), pages - WIDTH + 1));
  return Array.from({ length: Math.min(WIDTH, pages) }, (_, index) => first + index);
}
