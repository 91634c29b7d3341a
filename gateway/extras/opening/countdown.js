// The countdown by the server's time. At the hour the page asks whether the game answers; the clock alone opens nothing. Each
// visitor asks at moments of their own, so that the service is not asked by all at once.
{
  const page = document.querySelector("main");
  const { opens, version, locale } = page.dataset;
  const opensAt = Number(opens);
  /** Seconds from now in which the page asks: before the hour, in the minutes after it, and later. */
  const BEFORE = [60, 120];
  const SOON = [4, 24];
  const LATER = [20, 40];
  const SOON_MS = 600_000;
  /** Seconds in which visitors move on to the site once it is open. */
  const ENTER = [2, 40];

  /** The server's time minus the visitor's, in milliseconds. */
  let offset = 0;
  let isOpen = false;

  const between = ([from, to]) => (from + Math.random() * (to - from)) * 1000;
  const now = () => Date.now() + offset;

  const show = (phase) => {
    for (const part of page.querySelectorAll("[data-phase]")) part.hidden = part.dataset.phase !== phase;
    page.querySelector(".countdown").hidden = phase !== "waiting";
  };

  const tick = () => {
    if (isOpen) return;
    let left = Math.max(0, Math.ceil((opensAt - now()) / 1000));
    show(left > 0 ? "waiting" : "expected");
    for (const value of page.querySelectorAll("[data-unit]")) {
      const unit = Number(value.dataset.unit);
      value.textContent = String(Math.floor(left / unit)).padStart(2, "0");
      left %= unit;
    }
    setTimeout(tick, 1000 - (now() % 1000));
  };

  const open = () => {
    isOpen = true;
    show("open");
    document.title = `✓ ${page.querySelector('[data-phase="open"] h1').textContent}`;
    setTimeout(() => location.reload(), between(ENTER));
  };

  const pause = () => {
    const left = opensAt - now();
    if (left > 0) return Math.min(between(BEFORE), left + between(SOON));
    return between(-left < SOON_MS ? SOON : LATER);
  };

  const ask = async () => {
    const sentAt = Date.now();
    try {
      const response = await fetch("/api/opening", { cache: "no-store", credentials: "omit" });
      const answer = await response.json();
      const serverDate = Date.parse(response.headers.get("date"));
      // The header has whole seconds.
      if (serverDate) offset = serverDate + 500 - (sentAt + Date.now()) / 2;
      if (answer.phase === "open") return open();
      if (response.ok && answer.version !== version) return setTimeout(() => location.reload(), between(ENTER));
    } catch {
      // The service or the network is away: the countdown goes on.
    }
    setTimeout(ask, pause());
  };

  const parts = { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit" };
  const zone = page.querySelector("[data-zone]");
  // Spanish writes 18:30, also where the locale's default is 6:30 p. m.
  const hourCycle = locale.startsWith("en") ? "h12" : "h23";
  page.querySelector("time").textContent = new Intl.DateTimeFormat(locale, { ...parts, hourCycle }).format(opensAt);
  const zoneName = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");
  zone.textContent = zone.dataset.zone.replace("{zone}", zoneName);
  zone.hidden = false;
  tick();
  setTimeout(ask, between([0, 3]));
}
