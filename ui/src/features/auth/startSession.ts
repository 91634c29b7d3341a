import { ApiError, formErrorText, post } from "@shared/api/client";
import { type User, useSession } from "@shared/stores/session";

const WAYS = {
  login: { path: "/api/auth/login", fallback: "Login failed" },
  register: { path: "/api/auth/register", fallback: "Registration failed" },
} as const;

interface Started {
  readonly token: string;
  readonly user: User;
}

type Payload = Readonly<Record<string, string>>;

/**
 * Logs in or registers and starts the session. On failure the session holds the message unless a field shows it; the
 * error is rethrown. `setProving`: called with true while a proof of work is computed.
 */
export async function startSession(
  way: keyof typeof WAYS,
  payload: Payload,
  setProving: (isProving: boolean) => void,
): Promise<void> {
  const { path, fallback } = WAYS[way];
  const { setLoading, setError, signIn } = useSession.getState();
  setLoading();
  try {
    const { token, user } = await postWithProof(path, payload, setProving);
    signIn(token, user);
  } catch (error) {
    setError(formErrorText(error, fallback, payload));
    throw error;
  }
}

async function postWithProof(path: string, payload: Payload, setProving: (isProving: boolean) => void) {
  try {
    return await post<Started>(path, payload);
  } catch (error) {
    if (!(error instanceof ApiError && error.proof)) throw error;
    setProving(true);
    try {
      const { solve } = await import("./proofOfWork");
      return await post<Started>(path, payload, { "X-Proof": await solve(error.proof) });
    } finally {
      setProving(false);
    }
  }
}
