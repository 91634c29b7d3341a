import ofRegistration from "panels:registration";
import * as text from "text:auth";
import * as shared from "text:shared";
import { useIsOn, useSite } from "@shared/api/useSite";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Field, PasswordField, Refusal } from "@shared/components/Field";
import { Icon } from "@shared/components/Icon";
import { StrengthMeter } from "@shared/components/StrengthMeter";
import { TextButton } from "@shared/components/TextButton";
import { useForm } from "@shared/forms/useForm";
import { Panels } from "@shared/panels";
import { forgetReferral, readSource } from "@shared/source";
import { useDialogs } from "@shared/stores/dialogs";
import { useSession } from "@shared/stores/session";
import { useState } from "react";
import * as css from "./auth.module.css";
import { registerProblems } from "./rules";
import { startSession } from "./startSession";
import { useClearedError } from "./useClearedError";

const BLANK = { username: "", email: "", password: "", confirmPassword: "" };

export function RegisterDialog() {
  const { close, show } = useDialogs();
  const { isLoading, error } = useSession();
  const { username_max: usernameMax, typed_name_max: typedNameMax } = useSite().data ?? {};
  const { form, values, field, submit, isRefused } = useForm(BLANK, (current) =>
    registerProblems(current, usernameMax),
  );
  const isOn = useIsOn("registration");
  const [isProving, setProving] = useState(false);
  const [acceptedTexts, setAcceptedTexts] = useState<Record<string, number>>();
  useClearedError();
  const send = ({ confirmPassword: _checkedHere, ...payload }: typeof BLANK) =>
    startSession(
      "register",
      { ...payload, ...readSource(), ...(acceptedTexts && { accepted_texts: acceptedTexts }) },
      setProving,
    ).then(() => {
      forgetReferral();
      show("welcome");
    });
  const turn = text.hasAccount({
    login: (children) => <TextButton onClick={() => show("login")}>{children}</TextButton>,
  });
  if (!isOn) {
    return (
      <Dialog title={shared.register} onClose={close} turn={turn}>
        <p>{text.registrationClosed}</p>
      </Dialog>
    );
  }
  return (
    <Dialog title={shared.register} onClose={close} turn={turn}>
      <form ref={form} className={css.form} noValidate onSubmit={submit(send)}>
        {error && <Refusal>{error}</Refusal>}
        <Field
          label={text.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint={<NameWarning name={values.username} max={typedNameMax} />}
          {...field("username")}
        />
        <Field label={shared.email} type="email" autoComplete="email" {...field("email")} />
        <PasswordField
          label={shared.password}
          autoComplete="new-password"
          hint={<StrengthMeter password={values.password} isRefused={isRefused("password")} />}
          {...field("password")}
        />
        <PasswordField label={text.confirmPassword} autoComplete="new-password" {...field("confirmPassword")} />
        {typedNameMax !== undefined && <p className={css.note}>{text.registerNote({ max: String(typedNameMax) })}</p>}
        <Panels of={ofRegistration} onShown={setAcceptedTexts} />
        <Button type="submit" look="primary" wide busy={isLoading}>
          {isLoading ? (isProving ? text.proving : text.creating) : shared.register}
        </Button>
      </form>
    </Dialog>
  );
}

/** Warns while typing; a site may still take such a name. Rendered while empty, so that the first text is announced. */
function NameWarning({ name, max = Infinity }: { name: string; max: number | undefined }) {
  return (
    <p className={css.warning} role="status">
      {name.length > max && (
        <>
          <Icon name="alert" />
          {text.tooLong({ max: String(max) })}
        </>
      )}
    </p>
  );
}
