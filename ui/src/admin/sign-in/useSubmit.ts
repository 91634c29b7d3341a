import * as text from "text:admin";
import { ApiError } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import { type FormEvent, useState } from "react";

/** A form that is sent once at a time. `fields` are the errors of single fields; `problem` is that of the whole form. */
export function useSubmit(send: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fields = error instanceof ApiError ? error.fields : {};
  const isOfField = Object.keys(fields).length > 0;

  async function run(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await send();
    } catch (caught) {
      // The operator has closed the browser's window for a passkey.
      if (!(caught instanceof DOMException)) setError(caught);
    } finally {
      setBusy(false);
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return { run, submit, isBusy, fields, problem: error && !isOfField ? errorText(error, text.failed) : "" };
}
