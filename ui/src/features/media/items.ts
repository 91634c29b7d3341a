import items from "@content/media.json";

export type MediaItem = (typeof items)[number];

export const VIDEOS: readonly MediaItem[] = items.filter((item) => item.type === "video");
export const SCREENSHOTS: readonly MediaItem[] = items.filter((item) => item.type === "image");

/** The neighbour of `index` among `total`; both ends meet. */
export const wrapped = (index: number, step: number, total: number): number => (index + step + total) % total;

/** The frame's address: pressing play is the wish to see it run, so it starts by itself. */
export function frameAddress(url: string): string {
  const address = new URL(url);
  address.searchParams.set("autoplay", "1");
  address.searchParams.set("rel", "0");
  return address.href;
}
