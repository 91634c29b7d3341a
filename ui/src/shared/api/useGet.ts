import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import { useFirstAnswer } from "./firstFrame";
import type { AnswerOf, QueryOf, ReadPathOf } from "./operations";
import type { paths } from "./schema";

type ReadPath = ReadPathOf<paths>;
export type Answer<P extends ReadPath> = AnswerOf<paths, P>;
export type Query<P extends ReadPath> = QueryOf<paths, P>;

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
