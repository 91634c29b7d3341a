import * as shared from "text:shared";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { openOver } from "../openOver";
import { useBackCloses } from "../useBackCloses";
import { Button } from "./Button";
import { classes } from "./classes";
import * as css from "./dialog.module.css";
import { Icon } from "./Icon";

interface DialogProps {
  title: ReactNode;
  /** Accessible name, if it differs from the title. */
  label?: string;
  size?: "sm" | "md" | "lg" | "xl";
  /** The content has no control, so that it takes the focus itself, to be scrolled by keyboard. */
  isReading?: boolean;
  className?: string;
  /** A click on the backdrop does not close it, as if something was typed: what is shown once would be lost. */
  keepsOpen?: boolean;
  /** Called for Escape, Back, a click on the backdrop and the close button. */
  onClose: () => void;
  children: ReactNode;
  /** Link to another dialog, at the bottom. */
  turn?: ReactNode;
  actions?: ReactNode;
}

/** A modal dialog, open while it is mounted. The browser traps and restores the focus. */
export function Dialog({
  title,
  label,
  size = "sm",
  isReading,
  className,
  keepsOpen,
  onClose,
  children,
  turn,
  actions,
}: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => openOver(box.current), []);
  useBackCloses(() => box.current?.close());
  const isTyped = useRef(false);
  const onMouseDown = (event: MouseEvent) => {
    if (keepsOpen || event.target !== event.currentTarget) return;
    // The form of a finished dialog is gone.
    if (isTyped.current && event.currentTarget.querySelector("form")) return;
    // Ignore the second click of a double click: it was aimed at the opener, not the backdrop.
    if (event.detail > 1) event.preventDefault();
    else box.current?.close();
  };
  return (
    <dialog
      ref={box}
      className={classes(css.dialog, css[size], className)}
      aria-label={label}
      aria-labelledby={label === undefined ? titleId : undefined}
      onClose={onClose}
      onMouseDown={onMouseDown}
      onInput={() => (isTyped.current = true)}
    >
      <div className={css.sheet}>
        <header className={css.head}>
          <h2 id={titleId}>{title}</h2>
          <Button look="ghost" icon aria-label={shared.close} onClick={() => box.current?.close()}>
            <Icon name="close" />
          </Button>
        </header>
        <div className={css.scroller} tabIndex={isReading ? 0 : undefined}>
          <div className={css.body}>{children}</div>
        </div>
        {actions && <footer className={css.footer}>{actions}</footer>}
        {turn && <p className={css.switch}>{turn}</p>}
      </div>
    </dialog>
  );
}
