/** Begins when a field comes near the window. What is returned ends it, and what `begin` has begun. */
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
