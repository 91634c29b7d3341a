import { ApiError } from "@shared/api/client";
import { focusFirstError } from "@shared/components/Field";
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Problems } from "./rules";

type Check<Values> = (values: Values) => Problems<Values>;

/**
 * Values and errors of a form. Errors appear with the first submit and then follow the typing. After a refusal the text
 * of the field `retry` is selected; without one the submit button keeps the focus.
 */
export function useForm<Values extends Record<keyof Values, string>>(
  blank: Values,
  check: Check<Values>,
  retry?: keyof Values & string,
) {
  const [values, setValues] = useState(blank);
  const [hasAttempted, setAttempted] = useState(false);
  const [serverErrors, setServerErrors] = useState<Problems<Values>>({});
  const refusedValues = useRef(new Set<string>());
  const form = useRef<HTMLFormElement>(null);
  const problems: Problems<Values> = hasAttempted ? { ...serverErrors, ...check(values) } : {};

  // A dialog around the component opens after this, and takes the attribute; one inside has opened before.
  useEffect(() => {
    const input = form.current?.closest("dialog") && form.current.querySelector("input");
    input?.setAttribute("autofocus", "");
    input?.focus();
  }, []);

  const field = <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: values[name],
    error: problems[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setValues((current) => ({ ...current, [name]: target.value }));
      setServerErrors(({ [name]: _edited, ...otherErrors }) => otherErrors as Problems<Values>);
    },
  });

  const submit = (send: (values: Values) => Promise<void>) => async (event: FormEvent) => {
    event.preventDefault();
    flushSync(() => setAttempted(true));
    focusFirstError(form.current);
    if (Object.keys(check(values)).length > 0) return;
    try {
      await send(values);
    } catch (error) {
      // The caller shows the error of the whole form; those of fields are shown here.
      const fields = error instanceof ApiError ? (error.fields as Problems<Values>) : {};
      for (const name of Object.keys(fields)) refusedValues.current.add(`${name} ${values[name as keyof Values]}`);
      flushSync(() => setServerErrors(fields));
      form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
      if (retry) form.current?.querySelector<HTMLInputElement>(`[name=${retry}]`)?.select();
      focusFirstError(form.current);
    }
  };

  /** Returns whether the service has refused the present value of a field. */
  const isRefused = (name: keyof Values & string) => refusedValues.current.has(`${name} ${values[name]}`);

  return { form, values, field, submit, isRefused };
}
