import * as shared from "text:shared";
import { type ComponentProps, type ReactNode, type Ref, useId, useState } from "react";
import { Button } from "./Button";
import { classes } from "./classes";
import * as css from "./field.module.css";
import { Glyph, Icon } from "./Icon";
import { LATER_ICONS } from "./laterIcons";

interface FieldProps extends Omit<ComponentProps<"input">, "id"> {
  label: string;
  /** Error text; sets aria-invalid and aria-describedby. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Content inside the box at the right end. */
  endContent?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** An input with label, hint and error. */
export function Field({ label, error, hint, endContent, ...input }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.box}>
        <input
          id={id}
          className={css.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(error && errorId, hint && hintId)}
          {...input}
        />
        {endContent}
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

/** An input for a part of a name, with a glass at its left end. */
export const SearchField = (props: Omit<FieldProps, "type" | "endContent">) => (
  <Field
    type="search"
    autoComplete="off"
    spellCheck={false}
    endContent={<Icon name="search" className={css.glass} />}
    {...props}
  />
);

/** A select with a label. */
export function SelectField({ label, className, ...select }: ComponentProps<"select"> & { label: string }) {
  const id = useId();
  return (
    <div className={classes(css.field, className)}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className={css.input} {...select} />
    </div>
  );
}

/** A password input with a button that shows the text. */
export function PasswordField(props: Omit<FieldProps, "type" | "inside">) {
  const [isVisible, setVisible] = useState(false);
  const toggle = (
    <Button
      className={css.reveal}
      look="ghost"
      icon
      aria-label={isVisible ? shared.hidePassword : shared.showPassword}
      aria-pressed={isVisible}
      onClick={() => setVisible(!isVisible)}
    >
      <Glyph path={isVisible ? LATER_ICONS.eyeOff : LATER_ICONS.eye} />
    </Button>
  );
  return <Field {...props} type={isVisible ? "text" : "password"} endContent={toggle} />;
}

/** Error text of a rejected form. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <p className={css.refusal} role="alert">
      <Icon name="alert" />
      {children}
    </p>
  );
}

/** Focuses the first invalid field. */
export function focusFirstError(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

const describedBy = (...ids: unknown[]) => ids.filter(Boolean).join(" ") || undefined;
