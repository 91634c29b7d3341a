import { readToken } from "../stores/storage";

/** A refused call: what the service said and how. `fields` are the texts for single fields of a form. */
export class ApiError extends Error {
  readonly status: number;
  readonly spoken: boolean;
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, body: ErrorBody) {
    const said = text(body.message) ?? text(body.error);
    super(said ?? `HTTP error! status: ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.spoken = said !== undefined;
    this.fields = body.fields ?? {};
  }
}

interface ErrorBody {
  message?: unknown;
  error?: unknown;
  fields?: Record<string, string>;
}

/** The text to show where a server's words may be shown; the fallback when it said nothing or was not reached. */
export function spokenText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.spoken ? error.message : fallback;
}

export const get = <T>(path: string): Promise<T> => call<T>("GET", path);

export const post = <T>(path: string, payload?: object, headers?: Record<string, string>): Promise<T> =>
  call<T>("POST", path, payload, headers);

async function call<T>(method: string, path: string, payload?: object, extra?: Record<string, string>): Promise<T> {
  try {
    const token = readToken();
    const answer = await fetch(path, {
      method,
      headers: {
        "Content-Type": "application/json",
        ...(token && { Authorization: `Bearer ${token}` }),
        ...extra,
      },
      ...(payload && { body: JSON.stringify(payload) }),
    });
    if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => ({})));
    const body = await answer.text();
    return (body === "" ? null : JSON.parse(body)) as T;
  } catch (error) {
    console.error(`${method} ${path.split("?")[0]} failed:`, error instanceof Error ? error.message : error);
    throw error;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
