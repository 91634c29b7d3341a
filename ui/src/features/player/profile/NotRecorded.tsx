import { classes } from "@shared/components/classes";
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import * as css from "./not-recorded.module.css";

interface NotRecordedProps {
  /** Why there is nothing, in one short sentence. */
  children: string;
  /** The edge of the dash that the explanation keeps to, so that it stays inside a narrow window. */
  side?: "start" | "end";
}

/** A dash where nothing is recorded. It says why to the mouse, the keyboard and the finger; Escape sends it away. */
export function NotRecorded({ children, side = "end" }: NotRecordedProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const id = useId();
  useEffect(() => (open ? closeOutside(box.current, () => setOpen(false)) : undefined), [open]);
  const byMouse = (enters: boolean) => (event: PointerEvent) => {
    if (event.pointerType === "mouse") setOpen(enters);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    // A dialog around it is not meant.
    event.preventDefault();
    setOpen(false);
  };
  return (
    <span ref={box} className={css.box} onPointerEnter={byMouse(true)} onPointerLeave={byMouse(false)}>
      <button
        type="button"
        className={css.dash}
        aria-label="Not recorded"
        aria-describedby={id}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      >
        –
      </button>
      <span role="tooltip" id={id} hidden={!open} className={classes(css.why, css[side])}>
        {children}
      </span>
    </span>
  );
}

/** Not every browser gives the focus to a button that is tapped: what is opened by a finger closes at the next tap elsewhere. */
function closeOutside(box: HTMLElement | null, close: () => void) {
  const onPointerDown = ({ target }: Event) => {
    if (!box?.contains(target as Node)) close();
  };
  const onKeyDown = ({ key }: globalThis.KeyboardEvent) => {
    if (key === "Escape") close();
  };
  document.addEventListener("pointerdown", onPointerDown);
  document.addEventListener("keydown", onKeyDown);
  return () => {
    document.removeEventListener("pointerdown", onPointerDown);
    document.removeEventListener("keydown", onKeyDown);
  };
}
