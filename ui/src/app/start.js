// The first script of a rendered page, which shows, and follows its links, without any. The others are loaded at the first
// sign of a person, or some seconds after the page; with a session or the link of a mail, which change the page, once it is
// painted. A press or a change that comes before they work is held, and repeated as soon as they do.
{
  const QUIET_MS = 3000;
  /** After this the page is taken for broken, and events are left to the browser. */
  const PATIENCE_MS = 10_000;
  /** From the end of a press to its click. */
  const TAP_MS = 50;
  const SIGNS = ["pointermove", "wheel", "focusin"];
  const NATIVE = "a[href], summary, select, textarea, input:not([type=checkbox], [type=radio])";

  const { modules } = document.currentScript.dataset;
  const page = document.documentElement;
  /** By element or key: a press that is repeated for want of an answer counts once. */
  const held = new Map();
  let isStarted = false;
  /** Ends a while after the last press. What the page moves as it starts to work would take the press from its target. */
  let press = Promise.resolve();
  let endPress = () => {};
  window.whenReleased = () => press;

  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const sign of SIGNS) removeEventListener(sign, start, true);
    Promise.all(modules.split(" ").map((address) => import(address))).then(
      () => setTimeout(release, PATIENCE_MS),
      release,
    );
  };

  const hold = (event, repeat) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    held.set(event.target, repeat);
  };

  /** React hydrates at once what is pressed; the click is early enough for that. */
  const hide = (event) => {
    start();
    event.stopImmediatePropagation();
  };

  const endAfterClick = (event) => {
    hide(event);
    setTimeout(endPress, TAP_MS);
  };

  const HOLDERS = {
    pointerdown(event) {
      hide(event);
      press = new Promise((resolve) => {
        endPress = resolve;
      });
    },
    pointerup: endAfterClick,
    pointercancel: endAfterClick,
    ...Object.fromEntries(["mousedown", "mouseup", "touchstart", "touchend"].map((type) => [type, hide])),
    click(event) {
      start();
      const { target } = event;
      if (!target.closest?.(NATIVE)) hold(event, () => target.dispatchEvent(new MouseEvent("click", event)));
    },
    submit(event) {
      start();
      const { target, submitter } = event;
      hold(event, () => target.requestSubmit(submitter));
    },
    keydown(event) {
      start();
      const { target, key } = event;
      const isSearch = key === "/" || ((event.ctrlKey || event.metaKey) && key === "k");
      // Other keys than signs become clicks, or move the focus.
      if (target.closest?.(NATIVE) || (key.length > 1 && !isSearch)) return;
      if (isSearch) event.preventDefault();
      held.set(key, () => target.dispatchEvent(new KeyboardEvent("keydown", event)));
    },
    input({ target }) {
      start();
      const { value } = target;
      held.set(target, () => {
        // React compares with the value that was last set through the element's own property.
        target.value = "";
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), "value").set.call(target, value);
        for (const type of ["input", "change"]) target.dispatchEvent(new Event(type, { bubbles: true }));
      });
    },
  };

  const release = () => {
    ready.disconnect();
    for (const type in HOLDERS) removeEventListener(type, HOLDERS[type], true);
    if ("ready" in page.dataset) for (const repeat of held.values()) repeat();
    held.clear();
    endPress();
  };
  const ready = new MutationObserver(release);

  /** Starts at a sign of a person, or when nothing has happened for some time. */
  const wait = () => {
    for (const type in HOLDERS) addEventListener(type, HOLDERS[type], true);
    for (const sign of SIGNS) addEventListener(sign, start, { capture: true, passive: true });
    // A page of the back/forward cache does not answer to a press of long ago.
    addEventListener("pagehide", () => held.clear());
    ready.observe(page, { attributeFilter: ["data-ready"] });
    const rest = () => setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(start), QUIET_MS);
    if (document.readyState === "complete") rest();
    else addEventListener("load", rest);
  };

  const isChanging = () => {
    if (location.hash.includes("#k=")) return true;
    try {
      sessionStorage.entry_referrer ??= document.referrer; // a link may be followed before the others keep the source
      return "auth_token" in localStorage;
    } catch {
      return false; // storage is blocked
    }
  };

  if (!document.getElementById("root").hasChildNodes()) start();
  else {
    wait();
    if (isChanging()) new PerformanceObserver(start).observe({ type: "paint", buffered: true });
  }
}
