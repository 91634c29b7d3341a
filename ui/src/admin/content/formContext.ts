import * as contentFields from "text:contentFields";
import { createContext, useContext } from "react";
import type { Body } from "../api/useAdmin";
import type { FieldEdit, FieldPath } from "./fieldFile";
import type { Schema } from "./schema";

export interface Form {
  readonly root: Schema;
  readonly isPartial: boolean;
  readonly pictures: readonly string[];
  readonly isReadOnly: boolean;
  readonly mistake: Body<"ContentMistake"> | null;
  readonly onEdit: (edit: FieldEdit) => void;
}

/** A table or list of the form. */
export interface Place {
  readonly schema: Schema;
  readonly path: FieldPath;
  readonly value: unknown;
}

export const FormContext = createContext<Form | null>(null);

export function useForm(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error("outside of a form");
  return form;
}

const NAMES: Readonly<Record<string, string>> = contentFields;

/** The name of a key; one without a text is shown as it is in the file. */
export const fieldName = (key: string): string => NAMES[key] ?? key;

/** A path as the service writes it: `.bosses[0].level`. */
export const keyOf = (path: FieldPath): string =>
  path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
