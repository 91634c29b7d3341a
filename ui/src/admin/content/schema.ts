/** JSON Schema as the service writes it for a content file. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: "object" | "array" | "string" | "integer" | "boolean";
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  /** `picture`, `color`, `lines`: of the service's own; `date`. */
  readonly format?: string;
  readonly maxLength?: number;
}

export const resolve = (schema: Schema, root: Schema): Schema =>
  (schema.$ref && root.$defs?.[schema.$ref.replace("#/$defs/", "")]) || schema;

/** A new value with all keys that it must have. */
export function blank(schema: Schema, root: Schema): unknown {
  const { type, properties = {}, required = [], enum: choices } = resolve(schema, root);
  if (type === "object") return Object.fromEntries(required.map((name) => [name, blank(properties[name] ?? {}, root)]));
  if (type === "array") return [];
  if (type === "boolean") return false;
  return type === "integer" ? 0 : (choices?.[0] ?? "");
}

const isScalar = (schema: Schema, root: Schema): boolean =>
  !["object", "array"].includes(resolve(schema, root).type ?? "");

/** The fields of an object: first those of one value, then tables and lists. */
export function fieldsOf(schema: Schema, root: Schema): { scalars: Field[]; parts: Field[] } {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, fieldSchema]) => ({
    name,
    schema: resolve(fieldSchema, root),
    isRequired: required.includes(name),
  }));
  return {
    scalars: fields.filter((field) => isScalar(field.schema, root)),
    parts: fields.filter((field) => !isScalar(field.schema, root)),
  };
}

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** The text that names an item of a list. */
export function titleOf(schema: Schema, value: unknown): string {
  const texts = Object.entries(schema.properties ?? {}).filter(
    ([name, fieldSchema]) => name !== "id" && fieldSchema.type === "string" && !fieldSchema.format,
  );
  const values = texts.map(([name]) => (value as Record<string, unknown>)?.[name]);
  return String(values.find((text) => typeof text === "string" && text !== "") ?? "");
}
