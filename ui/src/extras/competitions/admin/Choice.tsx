import * as control from "@shared/components/field.module.css";
import { useId } from "react";

interface Props {
  label: string;
  name: string;
  options: Readonly<Record<string, string>>;
  error: string | undefined;
}

/** A select with its label and error. */
export function Choice({ label, name, options, error }: Props) {
  const id = useId();
  return (
    <div className={control.field}>
      <label htmlFor={id}>{label}</label>
      <select className={control.input} id={id} name={name} aria-invalid={error ? true : undefined}>
        {Object.entries(options).map(([value, optionText]) => (
          <option key={value} value={value}>
            {optionText}
          </option>
        ))}
      </select>
      {error && <p className={control.error}>{error}</p>}
    </div>
  );
}
