import * as text from "text:errors";
import { formatNumber } from "@shared/format";
import type { ErrorBody } from "./errorBody";

const messages: Readonly<Record<string, string>> = text.codes;
const rules: Readonly<Record<string, string | ((limits: Limits) => string)>> = text.fields;

interface Limits {
  first: string;
  second: string;
  third: string;
}

/** Returns an error of the service in the page's language, by its codes. */
export function translateError(body: ErrorBody): ErrorBody {
  if (body.message === undefined && body.error === undefined) return body;
  const codes = Object.entries(body.field_codes ?? {});
  const fields = Object.fromEntries(codes.map(([name, { code, limits }]) => [name, fieldText(code, limits)]));
  const [fieldMessage, ...otherMessages] = Object.values(fields);
  const message = fieldMessage && !otherMessages.length ? fieldMessage : (messages[String(body.error)] ?? text.general);
  return { ...body, message, ...(body.fields && { fields }) };
}

function fieldText(code: string, limits: readonly number[] = []): string {
  const rule = rules[code] ?? text.fields.invalid;
  if (typeof rule === "string") return rule;
  const [first = "", second = "", third = ""] = limits.map(formatNumber);
  return rule({ first, second, third });
}
