import { getUntil } from "@shared/api/client";
import { type Answer, address } from "@shared/api/useGet";
import { useEffect, useState } from "react";

const DEBOUNCE_MS = 150;

export type FoundCharacter = Answer<"/api/search">["data"][number];

interface Result {
  readonly query: string;
  readonly rows: readonly FoundCharacter[];
  readonly error: unknown;
}

const NONE: Result = { query: "", rows: [], error: null };

/** Searches after a pause in typing. The last rows stay until the next ones arrive; a stale request is aborted. */
export function useSearch(query: string) {
  const [result, setResult] = useState(NONE);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the request
  useEffect(() => {
    if (query === "") {
      setResult(NONE);
      return;
    }
    const request = new AbortController();
    const wait = window.setTimeout(() => {
      getUntil<Answer<"/api/search">>(address("/api/search", { q: query }), request.signal)
        .then(
          ({ data }) => ({ query, rows: data, error: null }),
          (error: unknown) => ({ query, rows: [], error }),
        )
        .then((answer) => !request.signal.aborted && setResult(answer));
    }, DEBOUNCE_MS);
    return () => {
      window.clearTimeout(wait);
      request.abort();
    };
  }, [query, attempt]);
  const retry = () => {
    setResult(NONE);
    setAttempt(attempt + 1);
  };
  return { ...result, isWaiting: result.query !== query, retry };
}
