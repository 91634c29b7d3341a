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
import { classes } from "./classes";
import { placeBeside } from "./placeBeside";
import * as css from "./toggletip.module.css";

interface ToggletipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tip: ReactNode;
  /** Block layout instead of inline. */
  block?: boolean;
}

/** A button with a tooltip for mouse, keyboard and touch. Escape closes the tooltip only. */
export function Toggletip({ tip, block, className, children, ...button }: ToggletipProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const id = useId();
  // On movement, not on enter: an element that appears under a resting mouse must not open it.
  const onPointerMove = (event: PointerEvent) => {
    if (event.pointerType === "mouse") setOpen(true);
  };
  return (
    <span ref={anchor} className={block ? css.block : css.inline} onPointerMove={onPointerMove}>
      <button
        type="button"
        aria-describedby={open ? id : undefined}
        {...button}
        className={classes(css.button, className)}
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

/** A popover is in the top layer, so dialogs do not clip it. Clicks pass through it. */
function Bubble({ id, anchor, onClose, children }: BubbleProps) {
  const box = useRef<HTMLSpanElement>(null);
  const closeRef = useRef(onClose);
  useEffect(() => {
    closeRef.current = onClose;
  });
  useLayoutEffect(
    () => (box.current && anchor.current ? openBubble(box.current, anchor.current, closeRef) : undefined),
    [anchor],
  );
  return (
    <span ref={box} id={id} className={css.tooltip} role="tooltip" popover="manual">
      <span className={css.text}>{children}</span>
    </span>
  );
}

/** Closes the open tooltip; one is open at a time. */
let openTooltip: RefObject<() => void> | undefined;

function openBubble(bubble: HTMLElement, anchor: HTMLElement, closeRef: RefObject<() => void>) {
  openTooltip?.current();
  openTooltip = closeRef;
  const place = () => placeBeside(bubble, anchor) || closeRef.current();
  // The mouse may move onto the tooltip. Focus keeps it open wherever the mouse is.
  const onPointerMove = ({ pointerType, clientX: x, clientY: y }: globalThis.PointerEvent) => {
    const keepsOpen = pointerType !== "mouse" || anchor.contains(document.activeElement);
    if (!keepsOpen && !covers(anchor, x, y) && !covers(bubble, x, y)) closeRef.current();
  };
  const onPointerDown = ({ target }: Event) => anchor.contains(target as Node) || closeRef.current();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Keep the surrounding dialog open.
    event.preventDefault();
    event.stopPropagation();
    closeRef.current();
  };
  bubble.showPopover();
  place();
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener("scroll", place, { capture: true, passive: true, signal });
  window.addEventListener("resize", place, { signal });
  document.addEventListener("pointermove", onPointerMove, { passive: true, signal });
  document.addEventListener("pointerdown", onPointerDown, { signal });
  document.addEventListener("keydown", onKeyDown, { capture: true, signal });
  return () => {
    listening.abort();
    if (openTooltip === closeRef) openTooltip = undefined;
  };
}

function covers(element: HTMLElement, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}
