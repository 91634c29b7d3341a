import { ApiError } from "@shared/api/client";

/** What a press is known by, however often it is sent. Not `randomUUID`: browsers have that only over https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The service has said no. Whatever else went wrong, it may have said yes, unheard. */
export const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500;
