const YEAR_SECONDS = 31_536_000;

/** Loads the page in another language, and in it from then on. */
export function chooseLanguage(code: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no other way
  document.cookie = `admin_language=${code}; path=/admin; max-age=${YEAR_SECONDS}; samesite=strict`;
  location.reload();
}
