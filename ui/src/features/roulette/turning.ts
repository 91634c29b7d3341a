import { prefersReducedMotion } from "@shared/prefersReducedMotion";
import { useLayoutEffect, useRef } from "react";
import { playTicks } from "./sound";

/** Duration and curve of `.spinning .turning` in wheel.module.css. */
export const TURN_MS = 4000;
const CURVE = { x: [0.12, 0.08], y: [0.72, 1] } as const;

/** Angle of a slot. */
export const DEGREES = 30;
const TURNS = 6;
const SAMPLES = 2000;
/** Shortest time between two strokes of the pointer, as a share of the turn: faster ones would not be seen. */
const MIN_GAP = 0.018;

/** Rotates onwards from the current angle, always in one direction; the pointer ticks at each slot. */
export function useTurning(position: number, spinning: boolean) {
  const wheel = useRef<SVGSVGElement>(null);
  const pointer = useRef<SVGPathElement>(null);
  const angle = useRef(0);
  useLayoutEffect(() => {
    const from = angle.current;
    const way = (((-DEGREES * position - from) % 360) + 360) % 360;
    const to = from + way + (spinning ? TURNS * 360 : 0);
    angle.current = to % 360;
    wheel.current?.style.setProperty("--from", `${from}deg`);
    wheel.current?.style.setProperty("--to", `${to}deg`);
    if (!spinning || prefersReducedMotion()) return;
    const times = boundaryTimes(from, to);
    pointer.current?.animate(strokes(times), TURN_MS);
    playTicks(times.map((share) => (share * TURN_MS) / 1000));
  }, [position, spinning]);
  return { wheel, pointer };
}

/** The pointer is pushed aside and falls back. */
const strokes = (times: readonly number[]): Keyframe[] => [
  { rotate: "0deg" },
  ...times.flatMap((offset) => [
    { rotate: "-9deg", offset },
    { rotate: "2deg", offset: offset + 0.006 },
    { rotate: "0deg", offset: offset + 0.014 },
  ]),
  { rotate: "0deg" },
];

/** Returns when boundaries between slots pass the pointer, as shares of the turn. */
export function boundaryTimes(from: number, to: number): number[] {
  const times: number[] = [];
  const slotAt = (angle: number) => Math.floor((angle + DEGREES / 2) / DEGREES);
  let slot = slotAt(from);
  for (let sample = 1; sample < SAMPLES; sample++) {
    const share = sample / SAMPLES;
    const next = slotAt(from + (to - from) * bezier(CURVE.y, share));
    if (next === slot) continue;
    slot = next;
    const time = bezier(CURVE.x, share);
    if (time >= (times.at(-1) ?? 0) + MIN_GAP) times.push(time);
  }
  return times;
}

/** One coordinate of a cubic Bézier curve from 0 to 1. */
const bezier = ([first, second]: readonly [number, number], share: number) =>
  3 * first * share * (1 - share) ** 2 + 3 * second * share ** 2 * (1 - share) + share ** 3;
