import * as text from "text:admin";
import { openOver } from "@shared/openOver";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./Icon";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** `drawer` stands at the right edge; `palette` in the middle. */
  kind?: "drawer" | "palette";
}

/** A modal dialog: focus stays inside and returns afterwards. */
export function Dialog({ title, onClose, children, kind = "palette" }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => openOver(ref.current), []);
  return (
    <dialog className={kind} ref={ref} aria-labelledby={id} onCancel={onClose}>
      <div className="dh">
        <h2 id={id}>{title}</h2>
        <button type="button" className="btn ghost icon" onClick={onClose} aria-label={text.close}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
