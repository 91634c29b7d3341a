import { afterPaint } from "@shared/afterPaint";
import "./motion.css";

/** A page that takes longer appears without a transition. */
const PATIENCE_MS = 250;
const ROWS = 12;
const ROW_DELAY_MS = 24;
const RISE = { opacity: [0, 1], translate: ["0 8px", "0"] };
const RISING = { duration: 200, easing: "ease-out", fill: "backwards" } as const;

/** Loaded after the first paint. Pages and tabs that are opened by a link cross-fade; motion.css says how. */
export function startMotion(): void {
  document.addEventListener("click", onClick, { capture: true });
  new MutationObserver(raiseFigures).observe(document.body, { characterData: true, subtree: true });
}

function onClick(event: MouseEvent): void {
  const link = (event.target as Element).closest?.("a");
  if (!event.isTrusted || !link || !opensPage(event, link) || isReduced()) return;
  event.preventDefault();
  event.stopPropagation();
  // A transition takes the style of the whole document again.
  afterPaint(() => follow(link));
}

function follow(link: HTMLAnchorElement): void {
  const { updateCallbackDone } = document.startViewTransition(() => {
    // The router follows this click, which is not trusted.
    link.click();
    return contentChange();
  });
  updateCallbackDone.then(raiseRows, () => undefined);
}

/** The first rows of the tables arrive one after the other. */
function raiseRows(): void {
  for (const table of document.querySelectorAll("main table"))
    for (const [index, row] of [...table.querySelectorAll("tbody > tr")].slice(0, ROWS).entries())
      row.animate(RISE, { ...RISING, delay: index * ROW_DELAY_MS });
}

/** A figure marked `data-live` rises into its place when it changes. */
function raiseFigures(changes: MutationRecord[]): void {
  if (isReduced()) return;
  const figures = new Set(changes.map(({ target }) => target.parentElement?.closest("[data-live]")));
  for (const figure of figures) figure?.animate(RISE, RISING);
}

const isReduced = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Returns whether a click follows a link to another page or tab of the site. */
function opensPage(event: MouseEvent, { origin, pathname, search, target, download }: HTMLAnchorElement): boolean {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const tabOf = (query: string) => new URLSearchParams(query).get("tab");
  const isElsewhere = pathname !== location.pathname || tabOf(search) !== tabOf(location.search);
  return isPlain && origin === location.origin && !target && !download && isElsewhere;
}

/** Resolves once the content changes, or when it has taken too long. */
function contentChange(): Promise<void> {
  const content = document.getElementById("main") ?? document.body;
  return new Promise((resolve) => {
    const timeout = window.setTimeout(finish, PATIENCE_MS);
    const observer = new MutationObserver(finish);
    function finish() {
      window.clearTimeout(timeout);
      observer.disconnect();
      resolve();
    }
    observer.observe(content, { childList: true, subtree: true });
  });
}
