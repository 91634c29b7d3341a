import { ApiError, errorText, post } from "@shared/api/client";
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
  const [used, setUsed] = useState(false);
  const { data, error, mutate } = useSWR<Owner, Error>(["recovery link", secret], () =>
    post<Owner>("/api/auth/recover/link", { key: secret }),
  );
  if (used || isExpired(error)) {
    const actions = (
      <>
        <Button look="ghost" onClick={close}>
          Close
        </Button>
        <Button look="primary" onClick={() => show("recover")}>
          Ask for a new one
        </Button>
      </>
    );
    return <ExpiredLinkDialog lifetime="30 minutes" onClose={close} actions={actions} />;
  }
  if (data) return <ResetForm username={data.username} secret={secret} onExpired={() => setUsed(true)} />;
  return (
    <Dialog title="New password" onClose={close}>
      {error ? (
        <>
          <Refusal>{errorText(error, "The link could not be checked.")}</Refusal>
          <Button onClick={() => void mutate()}>Try again</Button>
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
  const { form, values, field, submit, phase, refusal } = useSubmitForm({
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
    fallback: "Failed to change password",
  });
  if (phase === "done") {
    const logIn = (
      <Button look="primary" onClick={() => show("login")}>
        Log in
      </Button>
    );
    return (
      <Dialog title="Done" onClose={close} actions={logIn}>
        <Outcome look="good" title="Password changed">
          All devices are logged out. For 24 hours, coins cannot be sent.
        </Outcome>
      </Dialog>
    );
  }
  const confirm = field("confirmation");
  return (
    <Dialog title="New password" onClose={close}>
      <form ref={form} className={css.form} noValidate onSubmit={submit}>
        <p className={css.note}>
          For <b>{username}</b>. The game uses it too.
        </p>
        {refusal && <Refusal>{refusal}</Refusal>}
        {/* Tells password managers which account this is. */}
        <input hidden readOnly autoComplete="username" name="username" value={username} />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={<StrengthMeter password={values.new_password} />}
          {...field("new_password")}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          hint={!confirm.error && <PasswordMatch typed={values.confirmation} expected={values.new_password} />}
          {...confirm}
        />
        <Button type="submit" look="primary" wide waiting={phase === "submitting"}>
          {phase === "submitting" ? "Changing..." : "Set new password"}
        </Button>
      </form>
    </Dialog>
  );
}
