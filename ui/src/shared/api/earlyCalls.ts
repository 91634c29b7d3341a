/** A late answer may be old. */
const MAX_AGE_MS = 10_000;

/** Takes a call that the first script of the player's area has begun (early.js); each answers once. */
export function takeEarlyCall(path: string, token: string | null): Promise<Response> | undefined {
  const { earlyCalls } = window;
  const call = earlyCalls?.calls[path];
  if (!call || earlyCalls.token !== token || performance.now() > MAX_AGE_MS) return;
  delete earlyCalls.calls[path];
  return call;
}
