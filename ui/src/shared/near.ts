/**
 * Begins when a field comes near the window, and on paper at once. What is returned ends it, and what `begin` has begun.
 */
export function whenNear(
  field: HTMLElement | null,
  begin: (field: HTMLElement) => () => void,
): (() => void) | undefined {
  if (!field) return;
  let stop = () => {};
  const start = () => {
    leave();
    stop = begin(field);
  };
  const near = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && start(), {
    rootMargin: "400px",
  });
  const leave = () => {
    near.disconnect();
    window.removeEventListener("beforeprint", start);
  };
  near.observe(field);
  window.addEventListener("beforeprint", start);
  return () => {
    leave();
    stop();
  };
}
