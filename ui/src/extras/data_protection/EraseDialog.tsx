import * as text from "text:dataProtection";
import * as shared from "text:shared";
import { post } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import { Button } from "@shared/components/Button";
import { Dialog } from "@shared/components/Dialog";
import { Field, PasswordField, Refusal } from "@shared/components/Field";
import { Link } from "@shared/components/Link";
import { button } from "@shared/components/text-button.module.css";
import { firstBroken, isFilled, onlyProblems } from "@shared/forms/rules";
import { useSubmitForm } from "@shared/forms/useSubmitForm";
import { useSession } from "@shared/stores/session";
import * as layout from "@shared/styles/layout.module.css";
import { useAction } from "@shared/useAction";
import { useId, useState } from "react";
import { CODE, type DataProtection, ERASURE, type PendingErasure } from "./answers";
import * as css from "./data-section.module.css";

interface Props {
  data: DataProtection;
  onClose: () => void;
  onDone: () => void;
}

/** Shows what an erasure means, and asks for the proofs of the request. */
export function EraseDialog({ data, onClose, onDone }: Props) {
  const username = useSession(({ user }) => user?.username ?? "");
  const { proof } = data;
  const { form, field, submit, phase, refusal } = useSubmitForm({
    blank: { password: "", code: "" },
    check: ({ password, code }) =>
      onlyProblems<{ password: string; code: string }>(
        proof === "password"
          ? { password: firstBroken(password, [[isFilled, text.passwordMissing]]) }
          : { code: firstBroken(code, [[isFilled, text.codeMissing]]) },
      ),
    send: (values) => post<PendingErasure>(ERASURE, values).then(onDone),
    fallback: text.requestFailed,
  });
  const id = useId();
  const actions = (
    <>
      <Button look="ghost" onClick={onClose}>
        {shared.cancel}
      </Button>
      {proof && (
        <Button type="submit" form={id} look="danger" busy={phase === "submitting"}>
          {phase === "submitting" ? text.requesting : text.request}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={text.erase} onClose={onClose} actions={actions}>
      <form ref={form} id={id} className={layout.stack4} noValidate onSubmit={submit}>
        <Consequences coins={data.coins} />
        {refusal && <Refusal>{refusal}</Refusal>}
        {proof === "password" && (
          <PasswordField label={shared.password} autoComplete="current-password" {...field("password")} />
        )}
        {proof === "mail_code" && (
          <>
            <SendCode />
            <Field label={text.code} inputMode="numeric" autoComplete="one-time-code" {...field("code")} />
          </>
        )}
        {proof === null && (
          <p>
            {text.noProof({
              security: (label) => (
                <Link to="/player?tab=profile&section=security" className={button} onClick={onClose}>
                  {label}
                </Link>
              ),
            })}
          </p>
        )}
        {/* Tells password managers which account this is. */}
        <input hidden readOnly autoComplete="username" name="username" value={username} />
      </form>
    </Dialog>
  );
}

function Consequences({ coins }: { coins: number }) {
  return (
    <>
      <dl className={css.consequences}>
        <dt>{text.loses}</dt>
        {coins > 0 && (
          <dd>
            <b>{text.losesCoins({ count: coins })}</b>
          </dd>
        )}
        <dd>{text.losesRest}</dd>
        <dt>{text.stays}</dt>
        <dd>{text.staysText}</dd>
        <dt>{text.kept}</dt>
        <dd>{text.keptText}</dd>
      </dl>
      <p>{text.after}</p>
    </>
  );
}

/** Sends the code to the confirmed address; the service asks for the password first. */
function SendCode() {
  const { run, isBusy, refusal } = useAction((failure) => errorText(failure, text.requestFailed));
  const [isSent, setSent] = useState(false);
  return (
    <div className={layout.stack2}>
      <Button busy={isBusy} onClick={() => run(() => post<object>(CODE).then(() => setSent(true)))}>
        {text.sendCode}
      </Button>
      <p role="status">{isSent && text.codeSent}</p>
      {refusal && <Refusal>{refusal}</Refusal>}
    </div>
  );
}
