import { useState } from "react";

/** Runs an action and keeps its error as a text; `textOf` returns null for an error that is not shown. */
export function useAction(textOf: (error: unknown) => string | null) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = (action: () => Promise<unknown>) => {
    setBusy(true);
    setRefusal(null);
    action()
      .catch((error: unknown) => setRefusal(textOf(error)))
      .finally(() => setBusy(false));
  };
  return { run, isBusy, refusal };
}
