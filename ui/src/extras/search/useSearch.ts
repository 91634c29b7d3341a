import { getUntil } from "@shared/api/client";
import { type Answer, address } from "@shared/api/useGet";
import { useEffect, useState } from "react";

const DEBOUNCE_MS = 150;

type Results = Answer<"/api/search">;
export type FoundCharacter = Results["data"][number];
export type FoundClan = Results["clans"][number];

interface Result {
  readonly query: string;
  readonly characters: readonly FoundCharacter[];
  readonly clans: readonly FoundClan[];
  readonly error: unknown;
}

const NO_RESULT: Result = { query: "", characters: [], clans: [], error: null };

/** Searches after a pause in typing. The last rows stay until the next ones arrive; a stale request is aborted. */
export function useSearch(query: string) {
  const [result, setResult] = useState(NO_RESULT);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the request
  useEffect(() => {
    if (query === "") {
      setResult(NO_RESULT);
      return;
    }
    const request = new AbortController();
    const wait = window.setTimeout(() => {
      getUntil<Results>(address("/api/search", { q: query }), request.signal)
        .then(
          ({ data, clans }) => ({ query, characters: data, clans, error: null }),
          (error: unknown) => ({ ...NO_RESULT, query, error }),
        )
        .then((answer) => !request.signal.aborted && setResult(answer));
    }, DEBOUNCE_MS);
    return () => {
      window.clearTimeout(wait);
      request.abort();
    };
  }, [query, attempt]);
  const retry = () => {
    setResult(NO_RESULT);
    setAttempt(attempt + 1);
  };
  return { ...result, isWaiting: result.query !== query, retry };
}
