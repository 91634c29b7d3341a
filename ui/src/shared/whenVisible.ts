/** Calls `begin` when a field approaches the viewport. Returns a function that stops what `begin` started. */
export function whenVisible(
  field: HTMLElement | null,
  begin: (field: HTMLElement) => () => void,
): (() => void) | undefined {
  if (!field) return;
  let stop = () => {};
  const near = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      near.disconnect();
      stop = begin(field);
    },
    { rootMargin: "400px" },
  );
  near.observe(field);
  return () => {
    near.disconnect();
    stop();
  };
}
