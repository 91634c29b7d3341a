import * as text from "text:adminMessages";
import { code as language } from "text:language";
import { ApiError } from "@shared/api/client";
import type { ErrorBody } from "@shared/api/errorBody";
import { translateError } from "@shared/api/translateError";
import { formatNumber } from "@shared/format";
import type { components } from "./schema";

type Code = components["schemas"]["MessageCode"];
type Values = Record<"first" | "second" | "third", string>;

const errors: Readonly<Record<string, string>> = text.errors;
const sentences: Readonly<Record<string, string | ((values: Values) => string)>> = text.codes;

/** A message of the service in the operator's language; one without codes stays as it is. */
export const messageOf = (codes: readonly Code[] = [], message: string): string =>
  codes.length > 0 && codes.every(({ code }) => code in sentences) ? codes.map(sentenceOf).join(" ") : message;

function sentenceOf({ code, values = [] }: Code): string {
  const sentence = sentences[code] ?? "";
  const [first = "", second = "", third = ""] = values.map((value) => value ?? "").map(localize);
  return typeof sentence === "string" ? sentence : sentence({ first, second, third });
}

/** Amounts have commas in the service's sentences; numbers of rows have none. */
const localize = (value: string): string =>
  /^\d{1,3}(,\d{3})+$/.test(value) ? formatNumber(Number(value.replaceAll(",", ""))) : value;

/** The error of a response in the operator's language; null for one that succeeded. */
export async function errorOf(response: Response): Promise<ApiError | null> {
  if (response.ok) return null;
  return new ApiError(response.status, translate(Object(await response.json().catch(() => null))));
}

interface CodedErrorBody extends ErrorBody {
  message_codes?: readonly Code[];
}

function translate(body: CodedErrorBody): ErrorBody {
  const translatedBody = language === "en" ? body : translateError(body);
  const message = messageOf(body.message_codes, errors[String(body.error)] ?? "");
  if (message === "") return translatedBody;
  const [field, ...otherFields] = Object.keys(translatedBody.fields ?? {});
  return {
    ...translatedBody,
    message,
    ...(field && otherFields.length === 0 && { fields: { [field]: message } }),
  };
}
