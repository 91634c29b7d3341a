import { code } from "text:language";

/** Returns the prefix of the page's paths: "/es", or "" if the page's language is the site's default. */
export const prefixOf = (pathname: string): string => (pathname.split("/")[1] === code ? `/${code}` : "");
