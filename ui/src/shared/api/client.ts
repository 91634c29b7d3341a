import { code as language } from "text:language";
import * as shared from "text:shared";
import { readToken } from "../stores/storage";
import { takeEarlyCall } from "./earlyCalls";
import type { ErrorBody, Proof } from "./errorBody";

/** An error response. `fields` holds messages for single form fields. */
export class ApiError extends Error {
  readonly status: number;
  /** Machine-readable code; never shown. */
  readonly code: string | undefined;
  /** True if the response had a message. */
  readonly hasMessage: boolean;
  readonly fields: Readonly<Record<string, string>>;
  readonly proof: Proof | undefined;
  /** Ways to prove the second factor that is asked for; empty: the password. */
  readonly factors: readonly string[];
  /** Code of a login that a second factor has to end. */
  readonly challenge: string | undefined;

  constructor(status: number, body: ErrorBody) {
    const message = text(body.message) ?? text(body.error);
    super(message ?? shared.httpError({ status: String(status) }));
    this.name = "ApiError";
    this.status = status;
    this.code = text(body.error);
    this.hasMessage = message !== undefined;
    this.fields = body.fields ?? {};
    this.proof = body.proof;
    this.factors = body.factors ?? [];
    this.challenge = text(body.challenge);
  }
}

export const get = <T>(path: string): Promise<T> =>
  call<T>("GET", path, {}, true, (token) => takeEarlyCall(path, token));

/** Fails with an AbortError, which is not logged, when the signal is aborted. */
export const getUntil = <T>(path: string, signal: AbortSignal): Promise<T> => call<T>("GET", path, { signal });

/** Asks the service whether the answer in the browser's HTTP cache is still the present one. */
export const getCurrent = <T>(path: string): Promise<T> => call<T>("GET", path, { cache: "no-cache" });

/** A rejected token does not end the session: the answer is for nothing that is open. */
export const getAside = <T>(path: string): Promise<T> => call<T>("GET", path, {}, false);

/** Reads past the browser's HTTP cache; fails after `timeoutMs` if given. */
export const getFresh = <T>(path: string, timeoutMs?: number): Promise<T> =>
  call<T>("GET", path, { cache: "reload", ...(timeoutMs && { signal: AbortSignal.timeout(timeoutMs) }) });

export const post = <T>(path: string, payload?: object, headers: Record<string, string> = {}): Promise<T> =>
  call<T>("POST", path, { headers, ...(payload && { body: JSON.stringify(payload) }) });

/** The codes of 401 that do not concern the token. */
const OF_LOGIN = ["invalid_credentials", "second_factor_required", "challenge_expired"];

let onTokenRejected = (_path: string) => {};

/** Sets what happens when the service rejects the token, or the session's cookie, of a request to `path`. */
export function setTokenRejectedHandler(callback: (path: string) => void): void {
  onTokenRejected = callback;
}

let tokenOf = readToken;

/** Sends no token, as the administration, whose session is a cookie. */
export function signWithCookie(): void {
  tokenOf = () => null;
}

/** The code of a 403 that ends once the player has proved the second factor, or else the password, again. */
const STEP_UP_REQUIRED = "step_up_required";

type StepUp = (path: string, body: unknown, factors: readonly string[]) => Promise<boolean>;

let onStepUpRequired: StepUp = () => Promise.resolve(false);

/** Sets what asks the player for a proof; it resolves to true when the request may be repeated. */
export function setStepUpHandler(callback: StepUp): void {
  onStepUpRequired = callback;
}

export const put = <T>(path: string, payload: object): Promise<T> =>
  call<T>("PUT", path, { body: JSON.stringify(payload) });

export const remove = <T>(path: string): Promise<T> => call<T>("DELETE", path);

/** `endsSession`: a refused token ends the session. `begun` returns the same call if it has begun already. */
export async function call<T>(
  method: string,
  path: string,
  options: RequestInit = {},
  endsSession = true,
  begun?: (token: string | null) => Promise<Response> | undefined,
): Promise<T> {
  let token = tokenOf();
  try {
    let response = await (begun?.(token) ?? send());
    // The token was replaced while the request ran (a password change here or in another tab): retry with the new one.
    if (response.status === 401 && method === "GET" && ![token, null].includes(tokenOf())) {
      token = tokenOf();
      response = await send();
    }
    let error = await errorOf(response);
    if (error?.code === STEP_UP_REQUIRED && (await onStepUpRequired(path, options.body, error.factors))) {
      response = await send();
      error = await errorOf(response);
    }
    if (error) throw error;
    const body = await response.text();
    return (body === "" ? null : JSON.parse(body)) as T;
  } catch (error) {
    if (Object(error).name !== "AbortError")
      console.error(`${method} ${path.split("?")[0]} failed:`, error instanceof Error ? error.message : error);
    // A rejected token that has since been replaced says nothing about the session.
    if (endsSession && isTokenRejected(error) && token === tokenOf()) onTokenRejected(path);
    throw error;
  }

  function send(): Promise<Response> {
    if (method !== "GET") delete window.earlyCalls; // a change makes early answers old
    return fetch(path, {
      ...options,
      method,
      headers: {
        "Accept-Language": language,
        "Content-Type": "application/json",
        ...(token && { Authorization: `Bearer ${token}` }),
        ...options.headers,
      },
    });
  }
}

/** Object() makes any body readable: null, a text, a number or a list has none of the fields. */
export async function errorOf(response: Response): Promise<ApiError | null> {
  if (response.ok) return null;
  const body: ErrorBody = Object(await response.json().catch(() => null));
  return new ApiError(response.status, body);
}

const isTokenRejected = (error: unknown) =>
  error instanceof ApiError && error.status === 401 && !OF_LOGIN.includes(error.code ?? "");

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
