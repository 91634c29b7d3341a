import type { PlayerAccount } from "./types";

export type ActionKind = keyof typeof rules;

/** Effect of the panel; `subject`: the delivery or payment, empty: the account. */
export interface Action {
  readonly kind: ActionKind;
  readonly subject: string;
}

interface Rule {
  readonly permission: string;
  /** What the action changes; absent: the account. */
  readonly noun?: "deliveries" | "payments";
  /** Key on an account's page. */
  readonly key?: string;
  /** It cannot be undone: the subject, or for a refund its amount, has to be typed. */
  readonly isFinal?: boolean;
}

const rules = {
  adjust: { permission: "coins.adjust", key: "a" },
  release: { permission: "deliveries.settle", noun: "deliveries", key: "d" },
  confirm: { permission: "deliveries.settle", noun: "deliveries" },
  refund: { permission: "payments.refund", noun: "payments", key: "r", isFinal: true },
  block: { permission: "accounts.block", key: "b" },
  unblock: { permission: "accounts.block", key: "b" },
  end_sessions: { permission: "accounts.end_sessions" },
  reset_factors: { permission: "accounts.reset_factors", isFinal: true },
  adopt: { permission: "accounts.adopt", isFinal: true },
  erase: { permission: "accounts.erase", isFinal: true },
} satisfies Record<string, Rule>;
export const RULES: Readonly<Record<ActionKind, Rule>> = rules;

/** Returns the address of the change, which ends with the name of the action. */
export function pathOf(login: string, { kind, subject }: Action): string {
  const { noun } = RULES[kind];
  const target = noun ? `${noun}/${encodeURIComponent(subject)}` : `accounts/${encodeURIComponent(login)}`;
  return `/api/admin/${target}/${kind.replaceAll("_", "-")}`;
}

/** Deliveries that the game has, or may have. */
const OPEN: ReadonlySet<string> = new Set(["unconfirmed", "stuck", "claimed", "given"]);

/** Actions that fit the account now, each with what it would change. */
export function actionsFor(account: PlayerAccount): Action[] {
  const open = account.deliveries.find(({ status }) => OPEN.has(status));
  const pending = open ?? account.deliveries.find(({ status }) => status === "pending");
  const paidPayment = account.donations
    .flatMap(({ payments }) => payments)
    .find(({ amount, refunded, state }) => state === "paid" && (refunded ?? 0) < (amount ?? 0));
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
