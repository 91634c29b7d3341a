import { LANGUAGE } from "@shared/format";

const names = new Intl.DisplayNames(LANGUAGE, { type: "language" });

/** The name of a language in that of the page: "inglés". */
export const languageName = (code: string): string => names.of(code) ?? code;
