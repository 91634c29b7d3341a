import { spokenText } from "@shared/api/client";
import type { Problems } from "@shared/forms/rules";
import { useForm } from "@shared/forms/useForm";
import { useState } from "react";
import { flushSync } from "react-dom";

interface Change<Values> {
  blank: Values;
  check: (values: Values) => Problems<Values>;
  send: (values: Values) => Promise<void>;
  /** Shown when the service said nothing. */
  fallback: string;
}

type Phase = "idle" | "submitting" | "done";

/** A form that changes one thing and is over then: what the dialog around it shows at each of its phases. */
export function useChange<Values extends Record<keyof Values, string>>({
  blank,
  check,
  send,
  fallback,
}: Change<Values>) {
  const { form, values, field, submit } = useForm(blank, check);
  const [phase, setPhase] = useState<Phase>("idle");
  const [refusal, setRefusal] = useState<string | null>(null);

  const once = async (typed: Values) => {
    flushSync(() => {
      setRefusal(null);
      setPhase("submitting");
    });
    try {
      await send(typed);
      setPhase("done");
    } catch (error) {
      flushSync(() => {
        setRefusal(spokenText(error, fallback));
        setPhase("idle");
      });
      focusSubmit(form.current);
      throw error;
    }
  };

  const waits = phase === "submitting";
  const kept = (name: keyof Values & string) => ({ ...field(name), readOnly: waits });
  return { form, values, field: kept, submit: submit(once), phase, refusal };
}

/** The button gives up the focus while it waits; it stands in the dialog's foot, outside the form it belongs to. */
function focusSubmit(form: HTMLFormElement | null) {
  const button = [...(form?.elements ?? [])].find((each) => each.matches("[type=submit]"));
  if (button instanceof HTMLElement) button.focus();
}
