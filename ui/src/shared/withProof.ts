import { ApiError } from "./api/client";

/** Proofs of one request: what the service asks for may rise while a proof is computed. */
const MAX_PROOFS = 3;

/** Sends a request, and repeats it with the proof of work that its refusal asks for. `setProving`: true meanwhile. */
export async function withProof<T>(
  send: (headers: Record<string, string>) => Promise<T>,
  setProving: (isProving: boolean) => void = () => {},
): Promise<T> {
  let headers: Record<string, string> = {};
  try {
    for (let proofs = 0; ; proofs++) {
      try {
        return await send(headers);
      } catch (error) {
        if (!(error instanceof ApiError && error.proof) || proofs === MAX_PROOFS) throw error;
        setProving(true);
        const { solve } = await import("./proofOfWork");
        headers = { "X-Proof": await solve(error.proof) };
      }
    }
  } finally {
    setProving(false);
  }
}
