import { useState } from "react";
import { flushSync } from "react-dom";
import { formErrorText } from "../api/errorText";
import type { Problems } from "./rules";
import { submitButton } from "./submitButton";
import { useForm } from "./useForm";

interface Change<Values> {
  blank: Values;
  check: (values: Values) => Problems<Values>;
  send: (values: Values) => Promise<void>;
  /** Shown if the error has no message. */
  fallback: string;
}

type Phase = "idle" | "submitting" | "done";

/** A form in a dialog with the phases idle, submitting and done. */
export function useSubmitForm<Values extends Record<keyof Values, string>>({
  blank,
  check,
  send,
  fallback,
}: Change<Values>) {
  const { form, values, field, submit, isRefused } = useForm(blank, check);
  const [phase, setPhase] = useState<Phase>("idle");
  const [refusal, setRefusal] = useState<string | null>(null);

  const sendWithPhases = async (submittedValues: Values) => {
    flushSync(() => {
      setRefusal(null);
      setPhase("submitting");
    });
    try {
      await send(submittedValues);
      setPhase("done");
    } catch (error) {
      flushSync(() => {
        setRefusal(formErrorText(error, fallback, submittedValues));
        setPhase("idle");
      });
      // The disabled button lost the focus while the request ran.
      submitButton(form.current)?.focus();
      throw error;
    }
  };

  const submitting = phase === "submitting";
  const lockedField = (name: keyof Values & string) => ({ ...field(name), readOnly: submitting });
  return { form, values, field: lockedField, submit: submit(sendWithPhases), isRefused, phase, refusal };
}
