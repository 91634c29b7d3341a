import * as text from "text:adminContent";
import { classes } from "@shared/components/classes";
import * as control from "@shared/components/field.module.css";
import { useId } from "react";
import { Icon } from "../parts/Icon";
import * as layout from "../parts/layout.module.css";
import * as css from "./content.module.css";
import type { FieldPath } from "./fieldFile";
import { fieldName, keyOf, useForm } from "./formContext";
import type { Field, Schema } from "./schema";

/** Texts that may be longer get several lines. */
const LINE_LENGTH = 120;
/** Shown while no colour is chosen: the page's own. */
const GOLD = "#d4af6a";

interface Props {
  field: Field;
  path: FieldPath;
  value: unknown;
}

/** One value of a file, with its mistake. */
export function ScalarField({ field: { name, schema, isRequired }, path, value }: Props) {
  const { mistake, isPartial, isReadOnly, onEdit } = useForm();
  const id = useId();
  const error = mistake?.key === keyOf(path) ? mistake.reason : "";
  const set = (next: unknown) =>
    onEdit({ kind: "set", path, value: next === "" && (isPartial || !isRequired) ? undefined : next });
  const common = {
    id,
    disabled: isReadOnly,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
  };
  const note = error && (
    <p className={control.error} id={`${id}-error`}>
      <Icon name="alert" />
      {error}
    </p>
  );
  if (schema.type === "boolean")
    return (
      <div className={control.field}>
        <label className={control.check}>
          <input type="checkbox" {...common} checked={value === true} onChange={({ target }) => set(target.checked)} />
          {fieldName(name)}
        </label>
        {note}
      </div>
    );
  return (
    <div className={classes(control.field, isLong(schema) && css.long)}>
      <label htmlFor={id}>{fieldName(name)}</label>
      <Control common={common} schema={schema} value={value === undefined ? "" : String(value)} onSet={set} />
      {note}
    </div>
  );
}

const isLong = ({ format, maxLength = 0 }: Schema): boolean => format === "lines" || maxLength > LINE_LENGTH;

interface ControlProps {
  common: { id: string; disabled: boolean };
  schema: Schema;
  value: string;
  onSet: (value: unknown) => void;
}

function Control({ common, schema, value, onSet }: ControlProps) {
  const { type, format, enum: choices, maxLength } = schema;
  if (choices)
    return (
      <select className={control.input} {...common} value={value} onChange={({ target }) => onSet(target.value)}>
        {(choices.includes(value) ? choices : [value, ...choices]).map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  if (isLong(schema))
    return (
      <textarea
        className={control.input}
        {...common}
        rows={2}
        maxLength={maxLength}
        value={value}
        onChange={({ target }) => onSet(format === "lines" ? target.value : target.value.replaceAll("\n", " "))}
      />
    );
  if (format === "picture") return <PictureControl {...{ common, schema, value, onSet }} />;
  const read = (input: string) => (type === "integer" && /^-?\d{1,15}$/.test(input.trim()) ? Number(input) : input);
  const input = (
    <input
      className={control.input}
      {...common}
      type={format === "date" ? "date" : "text"}
      inputMode={type === "integer" ? "numeric" : undefined}
      maxLength={maxLength}
      value={value}
      onChange={({ target }) => onSet(read(target.value))}
    />
  );
  if (format !== "color") return input;
  return (
    <div className={layout.beside}>
      {input}
      <input
        type="color"
        className={classes(control.input, css.swatch)}
        aria-label={text.pickColor}
        disabled={common.disabled}
        value={/^#[\da-f]{6}$/i.test(value) ? value : GOLD}
        onChange={({ target }) => onSet(target.value)}
      />
    </div>
  );
}

/** An address, with the folder's pictures to choose from and the picture itself. */
function PictureControl({ common, value, onSet }: ControlProps) {
  const { pictures } = useForm();
  const list = `${common.id}-pictures`;
  return (
    <div className={layout.beside}>
      <input
        className={control.input}
        {...common}
        list={list}
        value={value}
        onChange={({ target }) => onSet(target.value)}
      />
      <datalist id={list}>
        {pictures.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {/^\/(?!\/).+\.\w+$/.test(value) && <img className={css.thumb} src={value} alt="" loading="lazy" />}
    </div>
  );
}
