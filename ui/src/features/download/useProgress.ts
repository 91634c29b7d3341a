import { useEffect, useRef, useState } from "react";
import { advance, FULL, FULL_MS, STEP_MS } from "./progress";

/** Simulated progress by item id; absent before the first start. */
export function useProgress() {
  const [progress, setProgress] = useState<Readonly<Record<string, number>>>({});
  const timers = useRef(new Set<number>());

  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) window.clearInterval(timer);
    };
  }, []);

  const start = (id: string) => {
    const move = (step: (now: number) => number) => setProgress((all) => ({ ...all, [id]: step(all[id] ?? 0) }));
    const steps = window.setInterval(() => move((now) => advance(now, Math.random())), STEP_MS);
    const end = window.setTimeout(() => {
      window.clearInterval(steps);
      move(() => FULL);
    }, FULL_MS);
    timers.current.add(steps).add(end);
    move(() => 0);
  };

  return { progress, start };
}
