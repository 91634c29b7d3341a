import { formatNumber } from "@shared/format";

export const TITLE = "Confirm that it is you";
export const HINT = "This counts for five minutes on this device.";

const WAYS = ["/api/auth/totp", "/api/auth/recovery-codes", "/api/auth/passkeys"];

/** Returns what a request is about to do; its body is JSON. */
export function describeAction(path: string, body: unknown): string {
  const amount: unknown = typeof body === "string" ? JSON.parse(body).amount : undefined;
  if (path === "/api/player/deliveries" && typeof amount === "number") return `Send ${formatNumber(amount)} coins.`;
  if (WAYS.some((way) => path.startsWith(way))) return "Change how you log in.";
  return path === "/api/auth/update-email" ? "Change your e-mail." : "Change your account.";
}
