import * as text from "text:auth";
import { ApiError, post } from "@shared/api/client";
import { formErrorText } from "@shared/api/errorText";
import { type User, useSession } from "@shared/stores/session";
import { withProof } from "@shared/withProof";

const WAYS = {
  login: { path: "/api/auth/login", fallback: text.loginFailed },
  register: { path: "/api/auth/register", fallback: text.registerFailed },
  passkey: { path: "/api/auth/passkeys/login/verify", fallback: text.loginFailed },
  factor: { path: "/api/auth/login/factor", fallback: text.loginFailed },
} as const;

interface StartedSession {
  readonly token: string;
  readonly user: User;
}

type Payload = Readonly<Record<string, unknown>>;

/** A login whose password was right, and which a second factor has to end. */
export interface SecondStep {
  readonly challenge: string;
  readonly factors: readonly string[];
}

/** Ends a login by the proof of a second factor. */
export const sendFactor = ({ challenge }: SecondStep, proof: { code: string } | { assertion: unknown }) =>
  startSession("factor", { challenge, ...proof }, () => {});

/**
 * Logs in or registers and starts the session; returns the second step if the account needs one. On failure the session holds the message unless a field shows it; the
 * error is rethrown. `setProving`: called with true while a proof of work is computed.
 */
export async function startSession(
  way: keyof typeof WAYS,
  payload: Payload,
  setProving: (isProving: boolean) => void,
): Promise<SecondStep | null> {
  const { path, fallback } = WAYS[way];
  const { setLoading, setError, signIn } = useSession.getState();
  setLoading();
  try {
    const { token, user } = await withProof((headers) => post<StartedSession>(path, payload, headers), setProving);
    signIn(token, user);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.challenge) {
      setError(null);
      return { challenge: error.challenge, factors: error.factors };
    }
    setError(formErrorText(error, fallback, payload));
    throw error;
  }
}
