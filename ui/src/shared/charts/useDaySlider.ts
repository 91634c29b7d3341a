import { type AriaRole, type KeyboardEvent, type PointerEvent, useState } from "react";

/**
 * One slider over the marks of many days, each too small to be a target: arrow keys, Home and End, or the pointer over a
 * mark, which has its index as `data-day`. `steps`: days by key; `textOf` describes a day. `activeIndex`: null while no
 * day is chosen; `current` is the last one then.
 */
export function useDaySlider(
  label: string,
  last: number,
  steps: Readonly<Record<string, number>>,
  textOf: (index: number) => string | undefined,
) {
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const current = activeIndex ?? last;
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const next = event.key === "Home" ? 0 : event.key === "End" ? last : step === undefined ? null : current + step;
    if (next === null) return;
    event.preventDefault();
    setActiveIndex(Math.min(last, Math.max(0, next)));
  };
  const point = ({ target }: PointerEvent) => {
    const { day } = (target as HTMLElement).dataset;
    setActiveIndex(day === undefined ? null : Number(day));
  };
  const slider = {
    role: "slider" as AriaRole,
    tabIndex: 0,
    "aria-label": label,
    "aria-valuetext": textOf(current),
    "aria-valuemin": 0,
    "aria-valuemax": last,
    "aria-valuenow": current,
    onKeyDown: press,
    onFocus: () => setActiveIndex(current),
    onBlur: () => setActiveIndex(null),
    onPointerOver: point,
    onPointerDown: point,
    // A finger leaves the mark that it has chosen.
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === "mouse" && setActiveIndex(null),
  };
  return { activeIndex, current, slider };
}
