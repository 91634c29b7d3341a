import { useEffect, useRef } from "react";
import * as css from "./change.module.css";

const CLOSES_AFTER_MS = 2000;

/** The end of a change: it is said, seen and gone in two seconds. */
export function Done({ children, onEnd }: { children: string; onEnd: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    // The button that had the focus is gone with the form.
    box.current?.focus();
    const timer = setTimeout(() => end.current(), CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={box} className={css.done} role="status" tabIndex={-1}>
      <svg viewBox="0 0 88 88" aria-hidden="true">
        <path d="M44 3 85 44 44 85 3 44Z" />
        <path d="M44 13 75 44 44 75 13 44Z" />
        <path d="m30 45 10 10 19-22" />
      </svg>
      <p>{children}</p>
      <p>Closing by itself in two seconds.</p>
    </div>
  );
}
