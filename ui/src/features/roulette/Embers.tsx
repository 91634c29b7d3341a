import { prefersReducedMotion } from "@shared/prefersReducedMotion";
import { useEffect, useRef } from "react";
import * as css from "./wheel.module.css";

const SPARKS = Array.from({ length: 48 }, (_, index) => index);

/** Sparks that fly from the wheel once; decoration. */
export function Embers() {
  const group = useRef<SVGGElement>(null);
  useEffect(() => {
    if (prefersReducedMotion()) return;
    for (const spark of group.current?.children ?? []) fly(spark);
  }, []);
  return (
    <g ref={group} className={css.embers}>
      {SPARKS.map((spark) => (
        <circle key={spark} r={2 + (spark % 4)} />
      ))}
    </g>
  );
}

function fly(spark: Element): void {
  const angle = Math.random() * 2 * Math.PI;
  const distance = 160 + Math.random() * 220;
  const [x, y] = [Math.cos(angle) * distance, Math.sin(angle) * distance - 60];
  spark.animate(
    { opacity: [1, 1, 1, 0], transform: ["translate(0, -60px)", `translate(${x}px, ${y}px) scale(0.4)`] },
    { duration: 1200 + Math.random() * 1200, delay: Math.random() * 300, easing: "cubic-bezier(0.1, 0.7, 0.3, 1)" },
  );
}
