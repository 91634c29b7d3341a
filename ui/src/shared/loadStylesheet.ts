/** Returns the module of an area once its style sheets are applied, so that it never shows unstyled. */
export async function withStylesheets<T>(module: Promise<T>, sheets: readonly string[]): Promise<T> {
  const [loadedModule] = await Promise.all([module, ...sheets.map(loadStylesheet)]);
  return loadedModule;
}

/** Resolves once a style sheet is applied, whether the document contains or links it or it is loaded now. */
function loadStylesheet(href: string): Promise<void> {
  const existing = document.querySelector<HTMLLinkElement>(`[rel="stylesheet"][href="${href}"], [data-href="${href}"]`);
  if (existing?.sheet) return Promise.resolve();
  const link = existing ?? document.head.appendChild(stylesheet(href));
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => reject(new Error(`${href} could not be loaded`)));
  });
}

function stylesheet(href: string): HTMLLinkElement {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return link;
}
