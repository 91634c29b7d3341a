import useSWR, { type SWRConfiguration, type SWRResponse, useSWRConfig } from "swr";
import { useFirstAnswer } from "./firstFrame";
import type { AnswerOf, QueryOf, ReadPathOf } from "./operations";
import type { paths } from "./schema";

type ReadPath = ReadPathOf<paths>;
export type Answer<P extends ReadPath> = AnswerOf<paths, P>;
export type Query<P extends ReadPath> = QueryOf<paths, P>;

/**
 * Fetches a path. The address is the SWR key, so equal reads share one request. A null path fetches nothing. The answer
 * that the service rendered the page with is shown until the request has succeeded or failed; an equal answer of the
 * request renders nothing again.
 */
export function useGet<P extends ReadPath>(
  path: P | null,
  query?: Partial<Query<P>>,
  config?: SWRConfiguration<Answer<P>, Error>,
): SWRResponse<Answer<P>, Error> {
  const key = path === null ? null : address(path, query);
  const first = useFirstAnswer<Answer<P>>(key);
  const { cache } = useSWRConfig();
  const isFirst = first !== undefined && key !== null && cache.get(key)?.data === undefined;
  // A part that hydrates after another one has read the address does not see the cache yet.
  const firstConfig =
    first === undefined ? undefined : { fallbackData: first, ...(isFirst && { revalidateOnMount: true }) };
  const response = useSWR<Answer<P>, Error>(key, { ...config, ...firstConfig });
  return first === undefined ? response : withFirst(response, first);
}

/** Has getters like SWR's own, which renders again when a value changes that was read. */
const withFirst = <T>(response: SWRResponse<T, Error>, first: T): SWRResponse<T, Error> => ({
  mutate: response.mutate,
  get data() {
    return response.data === first && response.error ? undefined : response.data;
  },
  get error() {
    return response.error;
  },
  get isValidating() {
    return response.isValidating;
  },
  get isLoading() {
    return response.error !== undefined && response.isLoading;
  },
});

/** Builds an address; empty, null and undefined parameters are omitted. */
export function address(path: string, query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") parameters.set(name, String(value));
  }
  return parameters.size ? `${path}?${parameters}` : path;
}
