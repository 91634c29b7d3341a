// The first script of a rendered page, which shows without any: those of the page follow once it is painted, so that
// pictures and fonts have the connection for themselves. A tab in the background paints nothing, and in some browsers
// an empty page neither.
{
  const { modules } = document.currentScript.dataset;
  const start = () => {
    for (const address of modules.split(" ")) import(address);
  };
  const isShown = document.getElementById("root").hasChildNodes() && !document.hidden;
  if (!isShown || !PerformanceObserver.supportedEntryTypes?.includes("paint")) start();
  else
    new PerformanceObserver((_entries, observer) => {
      observer.disconnect();
      start();
    }).observe({ type: "paint", buffered: true });
}
