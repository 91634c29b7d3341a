/** Takes a call that the first script of the player's area has begun (early.js); each answers once. */
export function takeEarlyCall(path: string, token: string | null): Promise<Response> | undefined {
  const { earlyCalls } = window;
  const call = earlyCalls?.calls[path];
  if (!call || earlyCalls.token !== token) return;
  delete earlyCalls.calls[path];
  return call;
}
