import { code } from "text:language";
import { getUntil } from "@shared/api/client";
import { type Answer, address } from "@shared/api/useGet";
import { startTransition, useEffect, useState } from "react";

const DEBOUNCE_MS = 150;

/** Longest text that the API searches, in code points. */
export const TEXT_MAX = 40;

type Results = Answer<"/api/search">;

interface Result {
  readonly query: string;
  readonly results: Results;
  readonly error: unknown;
}

/** A service of the release before gives no others. */
const NO_RESULTS: Results = { data: [], clans: [], others: [] };
const NO_RESULT: Result = { query: "", results: NO_RESULTS, error: null };

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
      getUntil<Results>(address("/api/search", { q: query, language: code }), request.signal)
        .then(
          (results) => ({ query, results: { ...NO_RESULTS, ...results }, error: null }),
          (error: unknown) => ({ ...NO_RESULT, query, error }),
        )
        // Drawing the rows gives way to the next key.
        .then((answer) => !request.signal.aborted && startTransition(() => setResult(answer)));
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
