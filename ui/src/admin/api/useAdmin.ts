import { address } from "@shared/api/useGet";
import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import type { components, paths } from "./schema";

/** A schema of the administration's API by its name. */
export type Body<Name extends keyof components["schemas"]> = components["schemas"][Name];

type ReadPath = {
  [P in keyof paths]: paths[P] extends { get: { responses: { 200: unknown } } } ? P : never;
}[keyof paths];

type Operation<P extends ReadPath> = paths[P] extends { get: infer Get } ? Get : never;

export type Answer<P extends ReadPath> =
  Operation<P> extends { responses: { 200: { content: { "application/json": infer Body } } } } ? Body : never;

export type Query<P extends ReadPath> =
  Operation<P> extends { parameters: { query?: infer Parameters } } ? NonNullable<Parameters> : Record<string, never>;

/**
 * Reads a path of the administration. A path with a name in it is written as in the API, with `names` for the parts in
 * braces: `useAdmin("/api/admin/accounts/{login}", {}, { names: { login } })`. A null path reads nothing.
 */
export function useAdmin<P extends ReadPath>(
  path: P | null,
  query?: Partial<Query<P>>,
  { names = {}, ...config }: SWRConfiguration<Answer<P>, Error> & { names?: Record<string, string> } = {},
): SWRResponse<Answer<P>, Error> {
  const filled = path?.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? "")) ?? null;
  return useSWR<Answer<P>, Error>(filled === null ? null : address(filled, query), config);
}
