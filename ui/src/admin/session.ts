import { createContext, useContext } from "react";
import type { Body } from "./api/useAdmin";

export type Session = Body<"OperatorSession">;

export const SessionContext = createContext<Session | null>(null);

/** The operator's session. For components inside of the shell. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("no session");
  return session;
}

/** Returns whether the operator has a permission. */
export function usePermission(name: string): { readonly allowed: boolean } {
  return useSession().permissions[name] ?? { allowed: false };
}
