import { useState } from "react";

/** A message with a React key that changes each time, so that a repeated text is announced again. */
export interface Alert {
  readonly text: string;
  readonly key: number;
}

export function useAlert() {
  const [alert, setAlert] = useState<Alert | null>(null);
  const showAlert = (text: string) => setAlert((previous) => ({ text, key: (previous?.key ?? 0) + 1 }));
  const clearAlert = () => setAlert(null);
  return { alert, showAlert, clearAlert };
}
