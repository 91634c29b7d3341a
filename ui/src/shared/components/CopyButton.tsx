import { type ReactNode, useState } from "react";
import { useIsHydrated } from "../api/firstFrame";
import * as css from "../styles/utility.module.css";
import { Button } from "./Button";
import { Glyph } from "./Icon";
import { ICONS } from "./icons";
import { VisuallyHidden } from "./VisuallyHidden";

const COPY =
  "M10.5 8.5h7.5a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-7.5a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2ZM15.5 5.5v-2H4v12.5h2";

interface Props {
  value: string;
  /** Shown and announced once the value is copied. */
  copiedText: string;
  /** Name of a button that shows its icon alone. */
  label?: string;
  children?: ReactNode;
}

/**
 * Copies a text. The clipboard API exists only over https; elsewhere there is no button, and the text can be selected.
 * What the service renders has its room.
 */
export function CopyButton({ value, copiedText, label, children }: Props) {
  const [last, setLast] = useState("");
  const isHydrated = useIsHydrated();
  const isCopied = last !== "" && last === value;
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setLast(value),
      () => setLast(""),
    );
  if (isHydrated && !("clipboard" in navigator)) return null;
  return (
    <>
      <Button
        className={isHydrated ? undefined : css.later}
        look={label ? "ghost" : "secondary"}
        icon={!!label}
        aria-label={label}
        onClick={() => void copy()}
      >
        <Glyph path={isCopied ? ICONS.check : COPY} />
        {children && (isCopied ? copiedText : children)}
      </Button>
      <VisuallyHidden>
        <span role="status">{isCopied && copiedText}</span>
      </VisuallyHidden>
    </>
  );
}
