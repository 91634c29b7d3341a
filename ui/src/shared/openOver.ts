/**
 * Opens the dialog over its opener and returns a function that restores the focus, also when the dialog is unmounted
 * without closing. If the opener is gone, then or after the next reading, the heading of its section gets the focus,
 * and without one the content.
 */
export function openOver(dialog: HTMLDialogElement | null): () => void {
  const opener = document.activeElement;
  const section = opener?.closest("section[aria-labelledby]");
  dialog?.showModal();
  return () => {
    if (!(opener instanceof HTMLElement) || !opener.isConnected || opener === document.body) {
      focusNear(section);
      return;
    }
    opener.focus();
    const observer = new MutationObserver(() => {
      if (opener.isConnected && document.activeElement === opener) return;
      observer.disconnect();
      if (!opener.isConnected && document.activeElement === document.body) focusNear(section);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  };
}

function focusNear(section: Element | null | undefined) {
  const heading = section?.isConnected && document.getElementById(section.getAttribute("aria-labelledby") ?? "");
  if (heading) heading.tabIndex = -1;
  (heading || document.getElementById("main"))?.focus({ preventScroll: true });
}
