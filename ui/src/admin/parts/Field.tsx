import { type ComponentProps, useId } from "react";
import { Icon } from "./Icon";

interface Props extends ComponentProps<"input"> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
}

/** An input with its label, hint and error. */
export function Field({ label, error, hint, ...input }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error || hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        {...input}
      />
      {note && (
        <p className={error ? "error" : "hint-text"} id={noteId}>
          {error && <Icon name="alert" />}
          {note}
        </p>
      )}
    </div>
  );
}
