import { titles } from "text:pages";

/** Titles by address, as the build wrote them into each HTML file. */
export default titles as Readonly<Record<string, (site: { name: string; game: string }) => string>>;
