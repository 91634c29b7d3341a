import * as text from "text:stepUpActions";

const WAYS = ["/api/auth/totp", "/api/auth/recovery-codes", "/api/auth/passkeys"];

/** Returns what a request is about to do; its body is JSON. */
export function describeAction(path: string, body: unknown): string {
  const amount: unknown = typeof body === "string" ? JSON.parse(body).amount : undefined;
  if (path === "/api/player/deliveries" && typeof amount === "number") return text.sendCoins({ count: amount });
  if (path.startsWith("/api/player/data-protection")) return text.useData;
  if (WAYS.some((way) => path.startsWith(way))) return text.changeLogin;
  return path === "/api/auth/update-email" ? text.changeEmail : text.changeAccount;
}
