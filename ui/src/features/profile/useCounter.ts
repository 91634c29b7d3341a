import { prefersReducedMotion } from "@shared/prefersReducedMotion";
import { useEffect, useRef, useState } from "react";

const DURATION_MS = 2000;

/** Animates from 0, later from the current value, to `target`. */
export function useCounter(target: number): number {
  const [currentValue, setCurrentValue] = useState(() => (prefersReducedMotion() ? target : 0));
  const at = useRef(currentValue);
  useEffect(() => {
    const show = (value: number) => {
      at.current = value;
      setCurrentValue(value);
    };
    if (prefersReducedMotion()) {
      show(target);
      return;
    }
    return count(at.current, target, show);
  }, [target]);
  return currentValue;
}

function count(from: number, to: number, show: (value: number) => void): () => void {
  if (from === to) return () => undefined;
  const began = performance.now();
  const step = (now: number) => {
    const share = Math.min(1, Math.max(0, now - began) / DURATION_MS);
    show(share < 1 ? from + (to - from) * slowingDown(share) : to);
    if (share < 1) frame = requestAnimationFrame(step);
  };
  let frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

const slowingDown = (share: number) => 1 - (1 - share) ** 3;
