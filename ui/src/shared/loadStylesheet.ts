/**
 * Resolves once a style sheet is applied, whether the document contains or links it or it is loaded now. An area's pages wait for
 * it, so that they never show unstyled.
 */
export function loadStylesheet(href: string): Promise<void> {
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
