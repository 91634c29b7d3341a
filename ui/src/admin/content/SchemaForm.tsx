import type { Body } from "../api/useAdmin";
import * as layout from "../parts/layout.module.css";
import { Part } from "./FormParts";
import type { FieldEdit } from "./fieldFile";
import { FormContext } from "./formContext";
import { resolve, type Schema } from "./schema";

interface Props {
  label: string;
  schema: Schema;
  values: unknown;
  /** A translation may leave out each key. */
  isPartial: boolean;
  /** Addresses of the folder's pictures. */
  pictures: readonly string[];
  isReadOnly: boolean;
  /** Shown at the value that it is of. */
  mistake: Body<"ContentMistake"> | null;
  onEdit: (edit: FieldEdit) => void;
}

/** A form of a file's schema: tables, lists and values, each with its own mistake. */
export function SchemaForm({ label, schema, values, ...form }: Props) {
  return (
    <FormContext value={{ ...form, root: schema }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a legend does not wrap beside buttons */}
      <div className={layout.stack} role="group" aria-label={label}>
        <Part place={{ schema: resolve(schema, schema), path: [], value: values }} label={label} />
      </div>
    </FormContext>
  );
}
