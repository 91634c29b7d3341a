import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import type { paths } from "./schema";

/** The paths that can be read. */
export type ReadPath = {
  [P in keyof paths]: paths[P] extends { get: { responses: { 200: unknown } } } ? P : never;
}[keyof paths];

type Operation<P extends ReadPath> = paths[P] extends { get: infer Get } ? Get : never;

/** The body of a good answer. */
export type Answer<P extends ReadPath> =
  Operation<P> extends { responses: { 200: { content: { "application/json": infer Body } } } } ? Body : never;

/** What may stand in the query; null and undefined are left out. */
export type Query<P extends ReadPath> =
  Operation<P> extends { parameters: { query?: infer Asked } } ? NonNullable<Asked> : Record<string, never>;

/** Reads a path of the service. The key is the address, so two readers of one address share one call. `null` asks nothing. */
export function useGet<P extends ReadPath>(
  path: P | null,
  query?: Partial<Query<P>>,
  config?: SWRConfiguration<Answer<P>, Error>,
): SWRResponse<Answer<P>, Error> {
  return useSWR<Answer<P>, Error>(path === null ? null : address(path, query), config);
}

/** The address of a read: empty, null and undefined fields are dropped. */
export function address(path: string, query: object = {}): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") asked.set(name, String(value));
  }
  return asked.size ? `${path}?${asked}` : path;
}
