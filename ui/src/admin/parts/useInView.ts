import { type RefObject, useEffect, useRef } from "react";

/** Brings an element into view whenever the value changes: the rows that a figure leads to. */
export function useInView(value: string): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value alone says that other rows are shown
  useEffect(() => {
    ref.current?.scrollIntoView({ block: "nearest" }); // its promise is no cleanup
  }, [value]);
  return ref;
}
