/** Returns the next index; wraps around at both ends. */
export const wrapIndex = (index: number, step: number, total: number): number => (index + step + total) % total;

/** Address of the embedded player. It starts at once, since the visitor pressed Play. */
export function frameAddress(url: string): string {
  const address = new URL(url);
  address.searchParams.set("autoplay", "1");
  address.searchParams.set("rel", "0");
  return address.href;
}
