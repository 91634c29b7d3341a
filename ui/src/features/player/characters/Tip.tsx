import { classes } from "@shared/components/classes";
import {
  type ButtonHTMLAttributes,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { placeBeside } from "./place";
import * as css from "./tip.module.css";

interface TipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tip: ReactNode;
  /** Fills its place instead of standing in a line of text. */
  block?: boolean;
}

/** A button that says more of itself to the mouse, the keyboard and the finger. Escape sends the words away, and nothing else. */
export function Tip({ tip, block, className, children, ...button }: TipProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const id = useId();
  const byMouse = (enters: boolean) => (event: PointerEvent) => {
    if (event.pointerType === "mouse") setOpen(enters);
  };
  return (
    <span
      ref={anchor}
      className={block ? css.block : css.inline}
      onPointerEnter={byMouse(true)}
      onPointerLeave={byMouse(false)}
    >
      <button
        type="button"
        {...button}
        className={classes(css.button, className)}
        aria-describedby={open ? id : undefined}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {open && (
        <Bubble id={id} anchor={anchor} onClose={() => setOpen(false)}>
          {tip}
        </Bubble>
      )}
    </span>
  );
}

interface BubbleProps {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** A popover lies above everything, so no dialog cuts it; being inside its anchor, the mouse may go over to it. */
function Bubble({ id, anchor, onClose, children }: BubbleProps) {
  const box = useRef<HTMLSpanElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(
    () => (box.current && anchor.current ? stay(box.current, anchor.current, close) : undefined),
    [anchor],
  );
  return (
    <span ref={box} id={id} className={css.bubble} role="tooltip" popover="manual">
      <span className={css.words}>{children}</span>
    </span>
  );
}

/** Only one bubble is open: the one before makes room. */
let last: RefObject<() => void> | undefined;

function stay(bubble: HTMLElement, anchor: HTMLElement, close: RefObject<() => void>) {
  last?.current();
  last = close;
  const place = () => placeBeside(bubble, anchor) || close.current();
  const onPointerDown = ({ target }: Event) => anchor.contains(target as Node) || close.current();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // A dialog around it is not meant.
    event.preventDefault();
    event.stopPropagation();
    close.current();
  };
  bubble.showPopover();
  place();
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener("scroll", place, { capture: true, passive: true, signal });
  window.addEventListener("resize", place, { signal });
  document.addEventListener("pointerdown", onPointerDown, { signal });
  document.addEventListener("keydown", onKeyDown, { capture: true, signal });
  return () => {
    listening.abort();
    if (last === close) last = undefined;
  };
}
