import { ApiError, spokenText } from "@shared/api/client";
import { focusFirstError } from "@shared/components/Field";
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Problems } from "./rules";

interface Change<Values> {
  blank: Values;
  check: (values: Values) => Problems<Values>;
  send: (values: Values) => Promise<void>;
  /** Shown when the service said nothing. */
  fallback: string;
}

type Phase = "idle" | "submitting" | "done";

/** A dialog that changes one thing: typing, sending once, and the end. Errors show from the first try on and follow the typing. */
export function useChange<Values extends Record<keyof Values, string>>(change: Change<Values>) {
  const { blank, check, send, fallback } = change;
  const [values, setValues] = useState(blank);
  const [tried, setTried] = useState(false);
  const [phase, setPhase] = useState<Phase>("idle");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [refused, setRefused] = useState<Problems<Values>>({});
  const form = useRef<HTMLFormElement>(null);
  const problems: Problems<Values> = tried ? withRefused(check(values), refused) : {};

  useEffect(() => form.current?.querySelector<HTMLInputElement>("input:not([hidden])")?.focus(), []);

  const field = <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: values[name],
    error: problems[name],
    readOnly: phase === "submitting",
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setValues((now) => ({ ...now, [name]: target.value }));
      setRefused((now) => ({ ...now, [name]: undefined }));
    },
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (phase !== "idle") return;
    flushSync(() => setTried(true));
    if (Object.values(check(values)).some(Boolean)) {
      focusFirstError(form.current);
      return;
    }
    flushSync(() => {
      setRefusal(null);
      setPhase("submitting");
    });
    try {
      await send(values);
      setPhase("done");
    } catch (error) {
      flushSync(() => {
        setPhase("idle");
        setRefusal(spokenText(error, fallback));
        setRefused(error instanceof ApiError ? (error.fields as Problems<Values>) : {});
      });
      focusSubmit(form.current);
      focusFirstError(form.current);
    }
  };

  return { form, values, field, submit, phase, refusal };
}

/** The button gives up the focus while it waits; it stands in the dialog's foot, outside the form it belongs to. */
function focusSubmit(form: HTMLFormElement | null) {
  const button = [...(form?.elements ?? [])].find((each) => each.matches("[type=submit]"));
  if (button instanceof HTMLElement) button.focus();
}

/** What the page itself finds wrong goes before what the service once said. */
function withRefused<Values>(found: Problems<Values>, refused: Problems<Values>): Problems<Values> {
  const own = Object.entries(found).filter(([, text]) => text !== undefined);
  return { ...refused, ...Object.fromEntries(own) };
}
