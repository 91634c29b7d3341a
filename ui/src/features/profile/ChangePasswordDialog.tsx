import * as text from "text:profile";
import * as shared from "text:shared";
import { post } from "@shared/api/client";
import type { components } from "@shared/api/schema";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { PasswordField, Refusal } from "@shared/components/Field";
import { PasswordMatch } from "@shared/components/PasswordMatch";
import { StrengthMeter } from "@shared/components/StrengthMeter";
import { SuccessNotice } from "@shared/components/SuccessNotice";
import { useSubmitForm } from "@shared/forms/useSubmitForm";
import { storeToken } from "@shared/stores/session";
import * as layout from "@shared/styles/layout.module.css";
import { useId } from "react";
import * as css from "./change.module.css";
import { refreshActivity } from "./queries";
import { type PasswordValues, passwordProblems } from "./rules";

const BLANK: PasswordValues = { current_password: "", new_password: "", confirmation: "" };

type PasswordChanged = components["schemas"]["PasswordChanged"];

/** Stores the new token first: the password change invalidated all earlier tokens. */
async function changePassword({ current_password, new_password }: PasswordValues) {
  const { token } = await post<PasswordChanged>("/api/auth/change-password", { current_password, new_password });
  storeToken(token);
  void refreshActivity();
}

export function ChangePasswordDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const { form, values, field, submit, isRefused, phase, refusal } = useSubmitForm({
    blank: BLANK,
    check: passwordProblems,
    send: changePassword,
    fallback: shared.passwordFailed,
  });
  const id = useId();
  if (phase === "done") {
    return (
      <Dialog title={shared.done} onClose={onClose}>
        <SuccessNotice onEnd={onClose}>{text.passwordChanged}</SuccessNotice>
      </Dialog>
    );
  }
  const confirm = field("confirmation");
  const actions = (
    <>
      <Button look="ghost" onClick={onClose}>
        {shared.cancel}
      </Button>
      <Button type="submit" form={id} look="primary" busy={phase === "submitting"}>
        {phase === "submitting" ? shared.changing : text.changePassword}
      </Button>
    </>
  );
  return (
    <Dialog title={text.changePassword} onClose={onClose} actions={actions}>
      <form ref={form} id={id} className={layout.stack4} noValidate onSubmit={submit}>
        {refusal && <Refusal>{refusal}</Refusal>}
        <PasswordField label={text.currentPassword} autoComplete="current-password" {...field("current_password")} />
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
        <p className={css.hint}>{text.logsOutOthers}</p>
        {/* Tells password managers which account this is. */}
        <input hidden readOnly autoComplete="username" name="username" value={username} />
      </form>
    </Dialog>
  );
}
