import * as text from "text:auth";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Field, PasswordField, Refusal } from "@shared/components/Field";
import { TextButton } from "@shared/components/TextButton";
import { useForm } from "@shared/forms/useForm";
import { usePasskeyObstacle } from "@shared/passkeys";
import { useDialogs } from "@shared/stores/dialogs";
import { useSession } from "@shared/stores/session";
import { useState } from "react";
import * as css from "./auth.module.css";
import { PasskeyLogin } from "./PasskeyLogin";
import { loginProblems } from "./rules";
import { SecondStepDialog } from "./SecondStepDialog";
import { type SecondStep, startSession } from "./startSession";
import { useClearedError } from "./useClearedError";

const BLANK = { username: "", password: "" };

export function LoginDialog() {
  const { close, show } = useDialogs();
  const { isLoading, error } = useSession();
  const { form, field, submit } = useForm(BLANK, loginProblems, "password");
  const [isProving, setProving] = useState(false);
  const [second, setSecond] = useState<SecondStep | null>(null);
  const obstacle = usePasskeyObstacle();
  useClearedError();
  if (second) return <SecondStepDialog step={second} onClose={close} onExpired={() => setSecond(null)} />;
  const send = async (values: typeof BLANK) => {
    const step = await startSession("login", values, setProving);
    if (step) setSecond(step);
    else close();
  };
  const turn = text.noAccount({
    register: (children) => <TextButton onClick={() => show("register")}>{children}</TextButton>,
  });
  return (
    <Dialog title={shared.login} onClose={close} turn={turn}>
      <form ref={form} className={css.form} noValidate onSubmit={submit(send)}>
        {error && <Refusal>{error}</Refusal>}
        <Field
          label={text.username}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          {...field("username")}
        />
        <PasswordField label={shared.password} autoComplete="current-password" {...field("password")} />
        <TextButton className={css.forgot} onClick={() => show("recover")}>
          {text.forgot}
        </TextButton>
        <Button type="submit" look="primary" wide busy={isLoading}>
          {isLoading ? (isProving ? text.proving : text.loggingIn) : shared.login}
        </Button>
        {obstacle === null && <PasskeyLogin setProving={setProving} onDone={close} />}
      </form>
    </Dialog>
  );
}
