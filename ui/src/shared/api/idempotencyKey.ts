import { useRef } from "react";
import { ApiError, post } from "./client";

/** Returns a new idempotency key. Not `randomUUID`: browsers offer that only over https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Keeps the idempotency key of a request until the service has answered it. A repeated press with the same payload after
 * a lost response sends the same key, so the service executes the request once.
 */
export function useIdempotencyKey() {
  const pending = useRef<{ key: string; body: string } | null>(null);
  return useRef({
    /** Returns the key of this payload: that of the unanswered request with the same payload, or a new one. */
    keyFor(payload: object | undefined): string {
      const body = JSON.stringify(payload ?? null);
      if (pending.current?.body !== body) pending.current = { key: newKey(), body };
      return pending.current.key;
    },
    /** True if a request with this payload was sent and its outcome is unknown. */
    isPending: (payload: object) => pending.current?.body === JSON.stringify(payload),
    /** Call once the outcome is known: after a response, or a rejection. */
    settle: () => {
      pending.current = null;
    },
  }).current;
}

/** True if the service rejected the request. After any other error the request may have been executed. */
export const wasRejected = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** Posts under an idempotency key. */
export const postWithKey = <T>(path: string, payload: object | undefined, key: string): Promise<T> =>
  post<T>(path, payload, { "Idempotency-Key": key });

/** As `postWithKey`, but repeats the request once at once if no response arrived. */
export async function postWithRetry<T>(path: string, payload: object | undefined, key: string): Promise<T> {
  try {
    return await postWithKey<T>(path, payload, key);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    return postWithKey<T>(path, payload, key);
  }
}
