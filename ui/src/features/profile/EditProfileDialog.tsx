import * as text from "text:profile";
import * as shared from "text:shared";
import { post } from "@shared/api/client";
import type { components } from "@shared/api/schema";
import { useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Field, PasswordField, Refusal } from "@shared/components/Field";
import { SuccessNotice } from "@shared/components/SuccessNotice";
import { useSubmitForm } from "@shared/forms/useSubmitForm";
import { useSession } from "@shared/stores/session";
import * as layout from "@shared/styles/layout.module.css";
import { useId, useState } from "react";
import { mutate } from "swr";
import { refreshActivity } from "./queries";
import { type EmailValues, emailProblems } from "./rules";

type EmailUpdated = components["schemas"]["EmailUpdated"];

/** A proof that counts no longer than this may have ended before the form is sent. */
const MARGIN_MS = 60_000;

/** Returns whether the form asks for the password. An account with a second factor proves that after the form is sent. */
function useAsksPassword(): boolean {
  const { data } = useGet("/api/auth/step-up");
  const [openedAt] = useState(Date.now);
  return data?.factors.length === 0 && Date.parse(data.confirmed_until) - MARGIN_MS < openedAt;
}

/** Updates session and profile at once, then reloads them. */
async function updateEmail({ new_email, current_password }: EmailValues) {
  const { email } = await post<EmailUpdated>("/api/auth/update-email", {
    new_email: new_email.trim(),
    ...(current_password && { current_password }),
  });
  // This fails only if another tab has logged out; the login prompt then shows the error.
  void useSession
    .getState()
    .updateUser({ email })
    .catch(() => undefined);
  void mutate("/api/player/profile");
  void refreshActivity();
}

export function EditProfileDialog({ email, onClose }: { email: string | null; onClose: () => void }) {
  const asksPassword = useAsksPassword();
  const { form, values, field, submit, phase, refusal } = useSubmitForm({
    blank: { new_email: email ?? "", current_password: "" },
    check: emailProblems(email, asksPassword),
    send: updateEmail,
    fallback: text.emailFailed,
  });
  const id = useId();
  if (phase === "done") {
    return (
      <Dialog title={shared.done} onClose={onClose}>
        <SuccessNotice onEnd={onClose}>{text.emailUpdated}</SuccessNotice>
      </Dialog>
    );
  }
  const isUnchanged = values.new_email.trim() === (email ?? "");
  const actions = (
    <>
      <Button look="ghost" onClick={onClose}>
        {shared.cancel}
      </Button>
      <Button type="submit" form={id} look="primary" disabled={isUnchanged} busy={phase === "submitting"}>
        {phase === "submitting" ? text.saving : shared.save}
      </Button>
    </>
  );
  return (
    <Dialog title={text.editProfile} onClose={onClose} actions={actions}>
      <form ref={form} id={id} className={layout.stack4} noValidate onSubmit={submit}>
        {refusal && <Refusal>{refusal}</Refusal>}
        <Field
          label={shared.email}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={
            <>
              {email ? text.currentEmail({ email }) : text.noEmail}
              {isUnchanged && <p>{text.changeToSave}</p>}
            </>
          }
          {...field("new_email")}
        />
        {asksPassword && (
          <PasswordField label={text.currentPassword} autoComplete="current-password" {...field("current_password")} />
        )}
      </form>
    </Dialog>
  );
}
