import { type ChangeEvent, type ComponentProps, useId } from "react";
import { classes } from "./classes";
import * as css from "./code-field.module.css";
import * as field from "./field.module.css";
import { Icon } from "./Icon";

interface Props extends ComponentProps<"input"> {
  label: string;
  error?: string | undefined;
  hint?: string;
}

const DIGITS = [0, 1, 2, 3, 4, 5];

/** Six digits, drawn as six boxes over one input: a paste, a phone's suggestion and the arrow keys work as in any other. */
export function CodeField({ label, error, hint, value, onChange, ...input }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  const digits = String(value);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    event.target.value = event.target.value.replace(/\D/g, "").slice(0, DIGITS.length);
    onChange?.(event);
  };
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.code}>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId : undefined}
          value={digits}
          onChange={change}
          {...input}
        />
        {DIGITS.map((index) => (
          <span key={index} className={classes(css.box, index === digits.length && css.next)} aria-hidden="true">
            {digits[index]}
          </span>
        ))}
      </div>
      {error ? (
        <p className={field.error} id={noteId}>
          <Icon name="alert" />
          {error}
        </p>
      ) : (
        hint && (
          <p className={field.hint} id={noteId}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
