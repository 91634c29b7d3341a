import * as text from "text:auth";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
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
import { type SecondStep, startSession } from "./startSession";

const BLANK = { username: "", password: "" };

interface LoginFormProps {
  /** Called for an account with a second factor. */
  onStep: (step: SecondStep) => void;
  onDone: () => void;
}

/** The form of the login dialog, and of the page that needs a session. */
export function LoginForm({ onStep, onDone }: LoginFormProps) {
  const show = useDialogs((dialogs) => dialogs.show);
  const { isLoading, error } = useSession();
  const { form, field, submit } = useForm(BLANK, loginProblems, "password");
  const [isProving, setProving] = useState(false);
  const obstacle = usePasskeyObstacle();
  const send = async (values: typeof BLANK) => {
    const step = await startSession("login", values, setProving);
    if (step) onStep(step);
    else onDone();
  };
  return (
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
      {obstacle === null && <PasskeyLogin setProving={setProving} onDone={onDone} />}
    </form>
  );
}
