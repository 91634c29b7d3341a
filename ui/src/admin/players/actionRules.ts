import type { PlayerAccount } from "./types";

export type ActionKind =
  | "adjust"
  | "release"
  | "confirm"
  | "refund"
  | "block"
  | "unblock"
  | "end_sessions"
  | "reset_factors"
  | "adopt"
  | "erase";

/** Effect of the panel; `subject`: the delivery or payment, empty: the account. */
export interface Action {
  readonly kind: ActionKind;
  readonly subject: string;
}

interface Rule {
  readonly permission: string;
  /** Key on an account's page. */
  readonly key?: string;
  /** It cannot be undone: the subject, or for a refund its amount, has to be typed. */
  readonly isFinal?: boolean;
}

export const RULES: Readonly<Record<ActionKind, Rule>> = {
  adjust: { permission: "coins.adjust", key: "a" },
  release: { permission: "deliveries.settle", key: "d" },
  confirm: { permission: "deliveries.settle" },
  refund: { permission: "payments.refund", key: "r", isFinal: true },
  block: { permission: "accounts.block", key: "b" },
  unblock: { permission: "accounts.block", key: "b" },
  end_sessions: { permission: "accounts.end_sessions" },
  reset_factors: { permission: "accounts.reset_factors", isFinal: true },
  adopt: { permission: "accounts.adopt", isFinal: true },
  erase: { permission: "accounts.erase", isFinal: true },
};

/** Deliveries that the game has, or may have. */
const OPEN: ReadonlySet<string> = new Set(["unconfirmed", "stuck", "claimed", "given"]);

/** Actions that fit the account now, each with what it would change. */
export function actionsFor(account: PlayerAccount): Action[] {
  const open = account.deliveries.find(({ status }) => OPEN.has(status));
  const pending = open ?? account.deliveries.find(({ status }) => status === "pending");
  const paidPayment = account.donations
    .flatMap(({ payments }) => payments)
    .find(({ amount, refunded, state }) => state === "paid" && refunded < amount);
  const accountActions: (ActionKind | false)[] = [
    "adjust",
    account.block ? "unblock" : "block",
    account.sessions.length > 0 && "end_sessions",
    account.profile.factors.length > 0 && "reset_factors",
    account.frozen_at !== null && "adopt",
    "erase",
  ];
  return [
    ...(pending ? [{ kind: "release" as const, subject: String(pending.id) }] : []),
    ...(open ? [{ kind: "confirm" as const, subject: String(open.id) }] : []),
    ...(paidPayment ? [{ kind: "refund" as const, subject: paidPayment.id }] : []),
    ...accountActions.filter((kind) => kind !== false).map((kind) => ({ kind, subject: "" })),
  ];
}
