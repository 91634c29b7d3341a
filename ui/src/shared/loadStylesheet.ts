/**
 * Resolves once a style sheet applies: the one the document came with, or else one that is fetched now. An area's screens
 * wait for it, so that they are never seen bare.
 */
export function loadStylesheet(href: string): Promise<void> {
  const there = document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][href="${href}"]`);
  if (there?.sheet) return Promise.resolve();
  const link = there ?? document.head.appendChild(stylesheet(href));
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
