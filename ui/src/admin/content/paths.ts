/** Languages that may have a file of their own beside the site's; "" is the site's. */
export const LANGUAGES = ["", "en", "es", "pt"] as const;

/** `news/a.md` and `es`: `news/a.es.md`. */
export const localPath = (base: string, language: string): string =>
  language === "" ? base : base.replace(/(?=\.\w+$)/, `.${language}`);

/** The path of the site's own language. */
export const basePath = (path: string): string => path.replace(/\.(en|es|pt)(?=\.\w+$)/, "");
