import { useSession } from "@shared/stores/session";
import { useEffect } from "react";

/** Clears the session's error when a dialog opens and when it closes. */
export function useClearedError(): void {
  const clearError = useSession((session) => session.clearError);
  useEffect(() => {
    clearError();
    return clearError;
  }, [clearError]);
}
