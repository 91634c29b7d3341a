import * as pages from "text:pages";

/** Titles by address, as the build wrote them into each HTML file. */
export const titles: Readonly<Record<string, (site: { name: string; game: string }) => string>> = pages.titles;
