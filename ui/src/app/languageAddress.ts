import languages from "languages";

/**
 * Returns the address of a path, without prefix and with its query, in a language. The alternate links of the document
 * show the language without a prefix.
 */
export function addressIn({ code, hreflang }: (typeof languages)[number], path: string): string {
  const link = document.querySelector<HTMLLinkElement>(`link[rel="alternate"][hreflang="${hreflang}"]`);
  const hasPrefix = link !== null && new URL(link.href).pathname.split("/")[1] === code;
  if (!hasPrefix) return path;
  return `/${code}${path.replace(/^\/(?=$|\?)/, "")}`;
}

/** The language that the browser prefers among those of the site. */
export function preferredLanguage(preferredTags: readonly string[]) {
  const codes = preferredTags.map((tag) => tag.toLowerCase().split("-")[0]);
  const code = codes.find((candidate) => languages.some((language) => language.code === candidate));
  return languages.find((language) => language.code === code);
}
