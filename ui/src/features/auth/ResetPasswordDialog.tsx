import * as text from "text:auth";
import * as shared from "text:shared";
import { ApiError, post } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import type { components } from "@shared/api/schema";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { PasswordField, Refusal } from "@shared/components/Field";
import { PasswordMatch } from "@shared/components/PasswordMatch";
import { Skeleton } from "@shared/components/Skeleton";
import { StrengthMeter } from "@shared/components/StrengthMeter";
import { useSubmitForm } from "@shared/forms/useSubmitForm";
import { useDialogs } from "@shared/stores/dialogs";
import { useState } from "react";
import useSWR from "swr";
import * as css from "./auth.module.css";
import { ExpiredLinkDialog } from "./ExpiredLinkDialog";
import { Outcome } from "./Outcome";
import { resetProblems } from "./rules";

type Owner = components["schemas"]["LinkOwner"];

const isExpired = (error: unknown) => error instanceof ApiError && error.status === 410;

/** Sets a new password with a link from a mail. `secret`: the key of the link. */
export function ResetPasswordDialog({ secret }: { secret: string }) {
  const { close, show } = useDialogs();
  const [isUsed, setUsed] = useState(false);
  const { data, error, mutate } = useSWR<Owner, Error>(["recovery link", secret], () =>
    post<Owner>("/api/auth/recover/link", { key: secret }),
  );
  if (isUsed || isExpired(error)) {
    const actions = (
      <>
        <Button look="ghost" onClick={close}>
          {shared.close}
        </Button>
        <Button look="primary" onClick={() => show("recover")}>
          {text.askAgain}
        </Button>
      </>
    );
    return <ExpiredLinkDialog lifetime={text.worksHalfAnHour} onClose={close} actions={actions} />;
  }
  if (data) return <ResetForm username={data.username} secret={secret} onExpired={() => setUsed(true)} />;
  return (
    <Dialog title={shared.newPassword} onClose={close}>
      {error ? (
        <>
          <Refusal>{errorText(error, text.linkFailed)}</Refusal>
          <Button onClick={() => void mutate()}>{shared.tryAgain}</Button>
        </>
      ) : (
        <Skeleton />
      )}
    </Dialog>
  );
}

interface FormProps {
  username: string;
  secret: string;
  onExpired: () => void;
}

function ResetForm({ username, secret, onExpired }: FormProps) {
  const { close, show } = useDialogs();
  const { form, values, field, submit, isRefused, phase, refusal } = useSubmitForm({
    blank: { new_password: "", confirmation: "" },
    check: resetProblems,
    send: async ({ new_password }) => {
      try {
        await post<void>("/api/auth/recover/confirm", { key: secret, new_password });
      } catch (error) {
        if (isExpired(error)) onExpired();
        throw error;
      }
    },
    fallback: shared.passwordFailed,
  });
  if (phase === "done") {
    const logIn = (
      <Button look="primary" onClick={() => show("login")}>
        {text.logIn}
      </Button>
    );
    return (
      <Dialog title={shared.done} onClose={close} actions={logIn}>
        <Outcome look="good" title={text.changed}>
          {text.changedText}
        </Outcome>
      </Dialog>
    );
  }
  const confirm = field("confirmation");
  return (
    <Dialog title={shared.newPassword} onClose={close}>
      <form ref={form} className={css.form} noValidate onSubmit={submit}>
        <p className={css.note}>{text.forUser({ name: <b>{username}</b> })}</p>
        {refusal && <Refusal>{refusal}</Refusal>}
        {/* Tells password managers which account this is. */}
        <input hidden readOnly autoComplete="username" name="username" value={username} />
        <PasswordField
          label={shared.newPassword}
          autoComplete="new-password"
          hint={<StrengthMeter password={values.new_password} isRefused={isRefused("new_password")} />}
          {...field("new_password")}
        />
        <PasswordField
          label={shared.confirmNewPassword}
          autoComplete="new-password"
          hint={!confirm.error && <PasswordMatch password={values.confirmation} expected={values.new_password} />}
          {...confirm}
        />
        <Button type="submit" look="primary" wide busy={phase === "submitting"}>
          {phase === "submitting" ? shared.changing : text.setPassword}
        </Button>
      </form>
    </Dialog>
  );
}
