import languages from "languages";

/** `news/a.md` and `es`: `news/a.es.md`. "" is the site's own language. */
export const localPath = (base: string, language: string): string =>
  language === "" ? base : base.replace(/(?=\.\w+$)/, `.${language}`);

const LANGUAGE = new RegExp(`\\.(${languages.map(({ code }) => code).join("|")})(?=\\.\\w+$)`);

/** The path of the site's own language. */
export const basePath = (path: string): string => path.replace(LANGUAGE, "");
