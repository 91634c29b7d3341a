import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./Button";
import { classes } from "./classes";
import * as css from "./dialog.module.css";
import { Icon } from "./Icon";

interface DialogProps {
  title: ReactNode;
  /** Its name where the title says more than that. */
  label?: string;
  size?: "sm" | "md" | "lg" | "xl";
  /** Escape, the ground beside it and the X all end here. */
  onClose: () => void;
  children: ReactNode;
  /** The way to another dialog, under a line at the bottom. */
  turn?: ReactNode;
  actions?: ReactNode;
}

/** A modal window. It is open as long as it is rendered; the browser keeps the focus inside and gives it back. */
export function Dialog({ title, label, size = "sm", onClose, children, turn, actions }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => openOver(box.current), []);
  const onMouseDown = (event: MouseEvent) => {
    if (event.target !== event.currentTarget) return;
    // The second press of a double click on what opened it meant that, not the ground that came under it.
    if (event.detail > 1) event.preventDefault();
    else box.current?.close();
  };
  return (
    <dialog
      ref={box}
      className={classes(css.dialog, css[size])}
      aria-label={label}
      aria-labelledby={label === undefined ? titleId : undefined}
      onClose={onClose}
      onMouseDown={onMouseDown}
    >
      <div className={css.sheet}>
        <header className={css.head}>
          <h2 id={titleId}>{title}</h2>
          <Button look="ghost" icon aria-label="Close" onClick={() => box.current?.close()}>
            <Icon name="close" />
          </Button>
        </header>
        <div className={css.body}>{children}</div>
        {actions && <footer className={css.foot}>{actions}</footer>}
        {turn && <p className={css.turn}>{turn}</p>}
      </div>
    </dialog>
  );
}

/**
 * Focus goes back to what had it, also where the dialog is taken from the page without being closed. Where that is gone,
 * as the Login button is after a login, it goes to the content of the page.
 */
function openOver(dialog: HTMLDialogElement | null) {
  const before = document.activeElement;
  dialog?.showModal();
  return () => {
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
    else document.getElementById("main")?.focus({ preventScroll: true });
  };
}
