import { useId } from "react";

interface Props {
  label: string;
  value: string;
  isReadOnly: boolean;
  onChange: (text: string) => void;
}

/** A text of several lines, with lines as in the file. */
export function TextEditor({ label, value, isReadOnly, onChange }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className="wrapname">
        {label}
      </label>
      <textarea
        className="input mono"
        id={id}
        rows={18}
        value={value}
        readOnly={isReadOnly}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
