import * as forms from "text:forms";
import { useEffect, useRef } from "react";
import * as css from "./success-notice.module.css";

const CLOSES_AFTER_MS = 2000;

/** The last view of a form dialog; calls `onEnd` after two seconds. */
export function SuccessNotice({ children, onEnd }: { children: string; onEnd: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    // The submit button, which had the focus, was removed with the form.
    box.current?.focus();
    const timer = setTimeout(() => end.current(), CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={box} className={css.notice} role="status" tabIndex={-1}>
      <svg viewBox="0 0 88 88" aria-hidden="true">
        <path d="M44 3 85 44 44 85 3 44Z" />
        <path d="M44 13 75 44 44 75 13 44Z" />
        <path d="m30 45 10 10 19-22" />
      </svg>
      <p>{children}</p>
      <p>{forms.closing}</p>
    </div>
  );
}
