import * as text from "text:profile";
import * as shared from "text:shared";
import { post } from "@shared/api/client";
import type { components } from "@shared/api/schema";
import { Button } from "@shared/components/Button";
import { CodeField } from "@shared/components/CodeField";
import { Dialog } from "@shared/components/Dialog";
import { Disclosure } from "@shared/components/Disclosure";
import { Refusal } from "@shared/components/Field";
import { firstBroken, isFilled, onlyProblems } from "@shared/forms/rules";
import { useSubmitForm } from "@shared/forms/useSubmitForm";
import * as layout from "@shared/styles/layout.module.css";
import { lazy, Suspense, useId } from "react";
import * as css from "./authenticator.module.css";

const QrCode = lazy(() => import("./QrCode"));

interface Props {
  enrolment: components["schemas"]["TotpEnrolment"];
  onClose: () => void;
  /** Called with new recovery codes, or null if the account keeps those that it has. */
  onDone: (codes: string[] | null) => void;
}

const check = ({ code }: { code: string }) =>
  onlyProblems<{ code: string }>({ code: firstBroken(code, [[isFilled, shared.codeRequired]]) });

/** Shows the secret, and turns the app on by a code that it shows. */
export function AuthenticatorDialog({ enrolment, onClose, onDone }: Props) {
  const { form, field, submit, phase, refusal } = useSubmitForm({
    blank: { code: "" },
    check,
    send: async (values) => {
      const { codes } = await post<components["schemas"]["RecoveryCodes"]>("/api/auth/totp/confirm", values);
      onDone(codes);
    },
    fallback: text.authenticatorFailed,
  });
  const id = useId();
  const actions = (
    <>
      <Button look="ghost" onClick={onClose}>
        {shared.cancel}
      </Button>
      <Button type="submit" form={id} look="primary" busy={phase === "submitting"}>
        {text.authenticatorTurnOn}
      </Button>
    </>
  );
  return (
    <Dialog title={shared.authenticatorApp} onClose={onClose} actions={actions}>
      <form ref={form} id={id} className={layout.stack4} noValidate onSubmit={submit}>
        <p>{text.authenticatorExplain}</p>
        <Suspense fallback={<span className={css.qr} />}>
          <QrCode content={enrolment.uri} label={text.authenticatorQr} className={css.qr} />
        </Suspense>
        <p className={css.secret}>
          <span className={css.label}>{text.authenticatorByHand}</span>
          <code>{enrolment.secret.match(/.{1,4}/g)?.join(" ")}</code>
        </p>
        <Disclosure summary={text.authenticatorAddress}>
          <code className={css.address}>{enrolment.uri}</code>
        </Disclosure>
        {refusal && <Refusal>{refusal}</Refusal>}
        <CodeField label={shared.appCode} hint={text.authenticatorHint} {...field("code")} />
      </form>
    </Dialog>
  );
}
