/** Calls `begin` when a field approaches the viewport. Returns a function that stops what `begin` started. */
export function whenVisible(
  field: HTMLElement | null,
  begin: (field: HTMLElement) => () => void,
): (() => void) | undefined {
  if (!field) return;
  let stop = () => {};
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      stop = begin(field);
    },
    { rootMargin: "400px" },
  );
  observer.observe(field);
  return () => {
    observer.disconnect();
    stop();
  };
}
