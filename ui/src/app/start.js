// The first script of a rendered page, which shows without any: those of the page follow once it is painted, so that
// pictures and fonts have the connection for themselves. A tab in the background paints nothing.
{
  const { modules } = document.currentScript.dataset;
  const start = () => {
    for (const address of modules.split(" ")) import(address);
  };
  if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes("paint")) start();
  else
    new PerformanceObserver((_entries, observer) => {
      observer.disconnect();
      start();
    }).observe({ type: "paint", buffered: true });
}
