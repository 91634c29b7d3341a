import { formErrorText, post } from "@shared/api/client";
import { type User, useSession } from "@shared/stores/session";

const WAYS = {
  login: { path: "/api/auth/login", fallback: "Login failed" },
  register: { path: "/api/auth/register", fallback: "Registration failed" },
} as const;

/** Logs in or registers and starts the session. On failure the session holds the message unless a field shows it; the error is rethrown. */
export async function startSession(way: keyof typeof WAYS, payload: Readonly<Record<string, string>>): Promise<void> {
  const { path, fallback } = WAYS[way];
  const { setLoading, setError, signIn } = useSession.getState();
  setLoading();
  try {
    const { token, user } = await post<{ token: string; user: User }>(path, payload);
    signIn(token, user);
  } catch (error) {
    setError(formErrorText(error, fallback, payload));
    throw error;
  }
}
