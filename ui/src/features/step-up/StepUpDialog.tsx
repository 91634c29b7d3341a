import * as forms from "text:forms";
import * as shared from "text:shared";
import * as text from "text:stepUp";
import { ApiError, post } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { FactorField } from "@shared/components/FactorField";
import { PasswordField, Refusal } from "@shared/components/Field";
import { firstBroken, isPresent, onlyProblems } from "@shared/forms/rules";
import { useSubmitForm } from "@shared/forms/useSubmitForm";
import { useSession } from "@shared/stores/session";
import { useStepUp } from "@shared/stores/stepUp";
import * as layout from "@shared/styles/layout.module.css";
import { useId, useState } from "react";

interface Values {
  password: string;
  code: string;
}

const checkPassword = ({ password }: Values) =>
  onlyProblems<Values>({ password: firstBroken(password, [[isPresent, forms.passwordRequired]]) });

const checkCode = ({ code }: Values) =>
  onlyProblems<Values>({ code: firstBroken(code, [[isPresent, shared.codeRequired]]) });

/** Asks for the second factor, or else for the password; the request that waits is repeated after it, and not sent if the dialog is closed. */
export default function StepUpDialog() {
  const { pendingProof, settle } = useStepUp();
  return pendingProof && <Proof key={pendingProof.action} {...pendingProof} settle={settle} />;
}

interface Props {
  action: string;
  factors: readonly string[];
  settle: (isProved: boolean) => void;
}

function Proof({ action, factors: knownFactors, settle }: Props) {
  const [factors, setFactors] = useState(knownFactors);
  const username = useSession(({ user }) => user?.username ?? "");
  const { form, field, submit, phase, refusal } = useSubmitForm({
    blank: { password: "", code: "" },
    check: factors.length > 0 ? checkCode : checkPassword,
    send: (values) =>
      post<object>("/api/auth/step-up", values).then(
        () => settle(true),
        (error: unknown) => {
          // The account has a second factor, and the password is not enough.
          if (error instanceof ApiError && error.factors.length > 0) setFactors(error.factors);
          throw error;
        },
      ),
    fallback: text.failed,
  });
  const sendPasskey = (assertion: unknown) => post<object>("/api/auth/step-up", { assertion }).then(() => settle(true));
  const id = useId();
  const actions = (
    <>
      <Button look="ghost" onClick={() => settle(false)}>
        {shared.cancel}
      </Button>
      <Button type="submit" form={id} look="primary" busy={phase === "submitting"}>
        {phase === "submitting" ? text.confirming : shared.confirm}
      </Button>
    </>
  );
  return (
    <Dialog title={shared.confirmIdentity} onClose={() => settle(false)} actions={actions}>
      <form ref={form} id={id} className={layout.stack4} noValidate onSubmit={submit}>
        <p>{action}</p>
        {refusal && <Refusal>{refusal}</Refusal>}
        {factors.length > 0 ? (
          <FactorField factors={factors} onPasskey={sendPasskey} {...field("code")} />
        ) : (
          <PasswordField
            label={shared.password}
            autoComplete="current-password"
            hint={text.hint}
            {...field("password")}
          />
        )}
        {/* Tells password managers which account this is. */}
        <input hidden readOnly autoComplete="username" name="username" value={username} />
      </form>
    </Dialog>
  );
}
