import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import { useFirstAnswer } from "./firstFrame";
import type { paths } from "./schema";

/** Paths with a GET operation. */
type ReadPath = {
  [P in keyof paths]: paths[P] extends { get: { responses: { 200: unknown } } } ? P : never;
}[keyof paths];

type Operation<P extends ReadPath> = paths[P] extends { get: infer Get } ? Get : never;

/** Body of a 200 response. */
export type Answer<P extends ReadPath> =
  Operation<P> extends { responses: { 200: { content: { "application/json": infer Body } } } } ? Body : never;

/** Query parameters; null and undefined are omitted. */
export type Query<P extends ReadPath> =
  Operation<P> extends { parameters: { query?: infer Parameters } } ? NonNullable<Parameters> : Record<string, never>;

/**
 * Fetches a path. The address is the SWR key, so equal reads share one request. A null path fetches nothing. The answer
 * that the service rendered the page with is shown until the request has succeeded or failed.
 */
export function useGet<P extends ReadPath>(
  path: P | null,
  query?: Partial<Query<P>>,
  config?: SWRConfiguration<Answer<P>, Error>,
): SWRResponse<Answer<P>, Error> {
  const key = path === null ? null : address(path, query);
  const first = useFirstAnswer<Answer<P>>(key);
  const response = useSWR<Answer<P>, Error>(key, config);
  if (first === undefined || response.data !== undefined || response.error) return response;
  return { ...response, data: first, isLoading: false };
}

/** Builds an address; empty, null and undefined parameters are omitted. */
export function address(path: string, query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") parameters.set(name, String(value));
  }
  return parameters.size ? `${path}?${parameters}` : path;
}
