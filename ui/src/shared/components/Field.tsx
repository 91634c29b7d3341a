import { type ComponentProps, type ReactNode, type Ref, useId, useState } from "react";
import { Button } from "./Button";
import * as css from "./field.module.css";
import { Icon } from "./Icon";

interface FieldProps extends Omit<ComponentProps<"input">, "id"> {
  label: string;
  /** The error's text; its field is marked and described by it. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Stands inside the box at its right end. */
  inside?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** An input with its label above and its error below. */
export function Field({ label, error, hint, inside, ...input }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.box}>
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(error && errorId, hint && hintId)}
          {...input}
        />
        {inside}
      </div>
      {error && (
        <p className={css.error} id={errorId}>
          <Icon name="alert" />
          {error}
        </p>
      )}
      {hint && (
        <div className={css.hint} id={hintId}>
          {hint}
        </div>
      )}
    </div>
  );
}

/** A password that can be looked at. */
export function PasswordField(props: Omit<FieldProps, "type" | "inside">) {
  const [shown, setShown] = useState(false);
  const toggle = (
    <Button
      className={css.eye}
      look="ghost"
      icon
      aria-label={shown ? "Hide password" : "Show password"}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      <Icon name={shown ? "eye-off" : "eye"} />
    </Button>
  );
  return <Field {...props} type={shown ? "text" : "password"} inside={toggle} />;
}

/** The text of a refusal, first in its form. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <p className={css.refusal} role="alert">
      <Icon name="alert" />
      {children}
    </p>
  );
}

/** Brings the visitor to the first field that needs him. */
export function focusFirstError(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

const describedBy = (...ids: unknown[]) => ids.filter(Boolean).join(" ") || undefined;
