import { code as language } from "text:language";
import { type ApiError, call, errorOf } from "@shared/api/client";

/** The session's address, which is also the key of its state. */
export const SESSION = "/api/admin/session";

/** Reads later than this after the last key or press do not count as use of the session. */
const IN_USE_MS = 30_000;

let usedAt = Date.now();
for (const event of ["keydown", "pointerdown"]) addEventListener(event, () => (usedAt = Date.now()), { passive: true });

/** Reads with the session's cookie. Throws ApiError. */
export const get = <T>(path: string): Promise<T> =>
  call<T>("GET", path, Date.now() - usedAt > IN_USE_MS ? { headers: { "X-Background": "1" } } : {});

/** Sends a file as it is; `onProgress` gets the share that has left, 0 to 1. Throws ApiError, and AbortError. */
export async function upload<T>(
  path: string,
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<T> {
  const request = new XMLHttpRequest(); // fetch tells nothing of an upload that goes on
  const response = await new Promise<Response>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new TypeError("the connection failed"));
    request.onabort = () => reject(signal.reason);
    signal.onabort = () => request.abort();
    request.open("POST", path);
    request.setRequestHeader("Accept-Language", language);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.send(file);
  });
  const error = await errorOf(response);
  if (error) throw error;
  return (await response.json()) as T;
}

export const isSignedOut = (error: ApiError | undefined): boolean => error?.code === "not_authenticated";
