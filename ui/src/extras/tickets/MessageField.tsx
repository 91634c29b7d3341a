import * as text from "text:tickets";
import * as css from "@shared/components/field.module.css";
import { Icon } from "@shared/components/Icon";
import { useId } from "react";

const MESSAGE_MAX = 4000;

interface Props {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The text of a message. */
export function MessageField({ label, value, error, onChange }: Props) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={css.input}
        rows={6}
        maxLength={MESSAGE_MAX}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      {error && (
        <p className={css.error}>
          <Icon name="alert" />
          {error}
        </p>
      )}
      <p className={css.hint} id={`${id}-hint`}>
        {text.never}
      </p>
    </div>
  );
}
