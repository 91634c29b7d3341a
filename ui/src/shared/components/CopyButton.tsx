import { type ReactNode, useState } from "react";
import { useIsHydrated } from "../api/firstFrame";
import { Button } from "./Button";
import { Icon } from "./Icon";
import { VisuallyHidden } from "./VisuallyHidden";

interface Props {
  value: string;
  /** Shown and announced once the value is copied. */
  copiedText: string;
  /** Name of a button that shows its icon alone. */
  label?: string;
  children?: ReactNode;
}

/** Copies a text. The clipboard API exists only over https; elsewhere there is no button, and the text can be selected. */
export function CopyButton({ value, copiedText, label, children }: Props) {
  const [last, setLast] = useState("");
  const canCopy = useIsHydrated() && "clipboard" in navigator;
  const isCopied = last === value;
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setLast(value),
      () => setLast(""),
    );
  if (!canCopy) return null;
  return (
    <>
      <Button look={label ? "ghost" : "secondary"} icon={!!label} aria-label={label} onClick={() => void copy()}>
        <Icon name={isCopied ? "check" : "copy"} />
        {children && (isCopied ? copiedText : children)}
      </Button>
      <VisuallyHidden>
        <span role="status">{isCopied && copiedText}</span>
      </VisuallyHidden>
    </>
  );
}
