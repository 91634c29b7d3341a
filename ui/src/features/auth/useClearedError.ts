import { useSession } from "@shared/stores/session";
import { useEffect } from "react";

/** A dialog begins and ends without an error, also one that came after the visitor had left it. */
export function useClearedError(): void {
  const clearError = useSession((session) => session.clearError);
  useEffect(() => {
    clearError();
    return clearError;
  }, [clearError]);
}
