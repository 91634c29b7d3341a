import type { AnswerOf, QueryOf, ReadPathOf } from "@shared/api/operations";
import { address } from "@shared/api/useGet";
import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import type { components, paths } from "./schema";

/** A schema of the administration's API by its name. */
export type Body<Name extends keyof components["schemas"]> = components["schemas"][Name];

type ReadPath = ReadPathOf<paths>;
export type Answer<P extends ReadPath> = AnswerOf<paths, P>;
export type Query<P extends ReadPath> = QueryOf<paths, P>;

/**
 * Reads a path of the administration. A path with a name in it is written as in the API, with `names` for the parts in
 * braces: `useAdmin("/api/admin/accounts/{login}", {}, { names: { login } })`. A null path reads nothing.
 */
export function useAdmin<P extends ReadPath>(
  path: P | null,
  query?: Partial<Query<P>>,
  { names = {}, ...config }: SWRConfiguration<Answer<P>, Error> & { names?: Record<string, string> } = {},
): SWRResponse<Answer<P>, Error> {
  const filledPath = path?.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? "")) ?? null;
  return useSWR<Answer<P>, Error>(filledPath === null ? null : address(filledPath, query), config);
}
